//! Edits with several variants.

use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Attribute, Expr, ExprClosure, Ident, Member, Meta, Token};

use super::Mutator;
use crate::lists;
use crate::mutant::MutantEdit;
use crate::operator::Operator;
use crate::tables::{ASKING, DROPPED, REVERSED, SIMILAR};

impl Mutator<'_> {
    /// Adds edits to replace a condition with `true` or `false`.
    pub(super) fn edit_condition(&mut self, condition: &Expr) {
        if !matches!(condition, Expr::Let(_)) {
            for text in ["true", "false"] {
                self.add_replacement(Operator::Condition, condition, text);
            }
        }
    }

    /// Returns the other fields of a struct with the same type as `field`.
    pub(super) fn fields_of_same_type(fields: &[(String, String)], field: &str) -> Vec<String> {
        let Some((_, ty)) = fields.iter().find(|(name, _)| name == field) else {
            return Vec::new();
        };
        let others = fields.iter().filter(|(name, other_ty)| name != field && other_ty == ty);
        others.map(|(name, _)| name.clone()).collect()
    }

    /// Adds edits to remove one derived trait each.
    pub(super) fn edit_derives(&mut self, name: &Ident, attributes: &[Attribute]) {
        let outer = std::mem::replace(&mut self.within, name.to_string());
        for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("derive")) {
            if let Meta::List(list) = &attribute.meta
                && let Ok(traits) =
                    list.parse_args_with(Punctuated::<syn::Path, Token![,]>::parse_terminated)
            {
                let traits: Vec<_> = traits.iter().collect();
                for range in lists::ranges_to_delete(&traits) {
                    self.add_edit(Operator::Derive, range, String::new());
                }
            }
        }
        self.within = outer;
    }

    /// Adds edits to replace a method call with a similar call.
    pub(super) fn edit_method_call(&mut self, call: &syn::ExprMethodCall) {
        let name = call.method.to_string();
        for (_, others) in SIMILAR.iter().filter(|(method, _)| *method == name) {
            for other in *others {
                self.add_replacement(Operator::Method, &call.method, *other);
            }
        }
        if DROPPED.contains(&name.as_str()) {
            let receiver = self.source_of(&call.receiver).to_owned();
            self.add_replacement(Operator::Call, call, receiver);
        }
        if REVERSED.contains(&name.as_str()) {
            let reversed = format!("{}.reverse()", self.source_of(call));
            self.add_replacement(Operator::Call, call, reversed);
        }
        if ["then", "then_some"].contains(&name.as_str()) {
            self.edit_condition(&call.receiver);
        }
        if ASKING.contains(&name.as_str())
            && let Some(Expr::Closure(ExprClosure { body, .. })) = call.args.last()
        {
            self.edit_condition(body);
        }
        self.edit_arguments(&call.args);
    }

    pub(super) fn edit_arguments(&mut self, arguments: &Punctuated<Expr, Token![,]>) {
        let arguments: Vec<_> = arguments.iter().collect();
        for pair in arguments.windows(2) {
            self.add_exchange(Operator::Arguments, pair[0], pair[1]);
        }
    }

    /// Adds edits to replace the values of fields in a struct literal.
    pub(super) fn edit_struct_literal(&mut self, literal: &syn::ExprStruct) {
        let name = literal
            .path
            .segments
            .last()
            .map(|segment| segment.ident.to_string())
            .unwrap_or_default();
        let name = if name == "Self" { &self.owner } else { &name };
        let Some(fields) = self.fields.get(name).cloned() else { return };
        for (i, one) in literal.fields.iter().enumerate() {
            let Member::Named(one_name) = &one.member else { continue };
            let alike = Self::fields_of_same_type(&fields, &one_name.to_string());
            for other in literal.fields.iter().skip(i + 1) {
                let Member::Named(other_name) = &other.member else { continue };
                if alike.iter().any(|field| other_name == field) {
                    let range = one.span().byte_range().start..other.span().byte_range().end;
                    let between = one.span().byte_range().end..other.span().byte_range().start;
                    let text = format!(
                        "{one_name}: {}{}{other_name}: {}",
                        self.source_of(&other.expr),
                        &self.source[between],
                        self.source_of(&one.expr)
                    );
                    self.add_edit(Operator::Fields, range, text);
                }
            }
        }
    }

    /// Adds edits to change a format string.
    pub(super) fn edit_format_string(&mut self, text: &syn::LitStr) {
        let range = text.span().byte_range();
        let written = &self.source[range.clone()];
        self.edits.extend(lists::shorter_format_strings(written).into_iter().map(|text| {
            MutantEdit {
                operator: Operator::Format,
                range: range.clone(),
                text,
                within: self.within.clone(),
            }
        }));
    }
}
