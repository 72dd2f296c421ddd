//! Finds every place in a crate where an operator applies.

mod changes;

use std::collections::BTreeMap;
use std::ops::Range;

use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{
    Attribute, BinOp, Block, Expr, ExprBinary, File, ImplItem, ImplItemFn, Item, ItemFn, ItemImpl,
    ItemStruct, Lit, Macro, Member, Meta, Signature, Stmt, Token, Type, UnOp,
};

use crate::default;
use crate::lists;
use crate::mutant::MutantEdit;
use crate::operator::Operator;
use crate::tables::{
    WRITING, other_arithmetic_operators, other_comparisons, other_logic_operators,
};

/// A struct: its name, and its named fields with their types as text.
type Struct = (String, Vec<(String, String)>);

/// The structs of a crate, by name. Code may use structs from other files, so all files are included. Structs with the
/// same name are merged.
#[derive(Clone, Debug, Default)]
pub(crate) struct Structs(BTreeMap<String, Vec<(String, String)>>);

impl FromIterator<Struct> for Structs {
    fn from_iter<I: IntoIterator<Item = Struct>>(structs: I) -> Self {
        let mut all = Self::default();
        for (name, fields) in structs {
            all.0.entry(name).or_default().extend(fields);
        }
        all
    }
}

impl Structs {
    /// Returns the structs that a file defines, also in inner modules.
    pub(crate) fn in_file(file: &File, source: &str) -> Vec<Struct> {
        struct Collector<'a>(&'a str, Vec<Struct>);
        impl Visit<'_> for Collector<'_> {
            fn visit_item(&mut self, item: &Item) {
                if is_test_item(item) {
                    return;
                }
                if let Item::Struct(item) = item {
                    self.1.push((item.ident.to_string(), named_fields(item, self.0)));
                }
                visit::visit_item(self, item);
            }
        }
        let mut collector = Collector(source, Vec::new());
        collector.visit_file(file);
        collector.1
    }

    pub(crate) fn find_edits(&self, file: &File, source: &str) -> Vec<MutantEdit> {
        let mut mutator = Mutator {
            source,
            fields: &self.0,
            owner: String::new(),
            within: "-".to_owned(),
            edits: Vec::new(),
        };
        mutator.visit_file(file);
        mutator.edits
    }
}

/// Returns the named fields of a struct, with their types as text.
fn named_fields(item: &ItemStruct, source: &str) -> Vec<(String, String)> {
    let named = item.fields.iter().filter_map(|field| Some((field.ident.as_ref()?, &field.ty)));
    named.map(|(name, ty)| (name.to_string(), source[ty.span().byte_range()].to_owned())).collect()
}

struct Mutator<'a> {
    source: &'a str,
    fields: &'a BTreeMap<String, Vec<(String, String)>>,
    owner: String,
    /// The current type and function.
    within: String,
    edits: Vec<MutantEdit>,
}

impl Mutator<'_> {
    fn source_of(&self, piece: &impl Spanned) -> &str {
        &self.source[piece.span().byte_range()]
    }

    fn add_edit(&mut self, operator: Operator, range: Range<usize>, text: String) {
        self.edits.push(MutantEdit { operator, range, text, within: self.within.clone() });
    }

    fn add_replacement(
        &mut self,
        operator: Operator,
        piece: &impl Spanned,
        text: impl Into<String>,
    ) {
        self.add_edit(operator, piece.span().byte_range(), text.into());
    }

    /// Adds an edit to swap two nodes, given in text order.
    fn add_exchange(&mut self, operator: Operator, one: &impl Spanned, other: &impl Spanned) {
        let (start, end) = (one.span().byte_range(), other.span().byte_range());
        let between = &self.source[start.end..end.start];
        let text = format!("{}{between}{}", self.source_of(other), self.source_of(one));
        self.add_edit(operator, start.start..end.end, text);
    }

    /// Adds edits of a function's body, and runs `work` with this function as the current one.
    fn in_function(&mut self, signature: &Signature, body: &Block, work: impl FnOnce(&mut Self)) {
        let name = signature.ident.to_string();
        let within = if self.owner.is_empty() { name } else { format!("{}::{name}", self.owner) };
        let outer = std::mem::replace(&mut self.within, within);
        for value in default::simple_values(signature, self.source) {
            self.add_replacement(Operator::Body, body, format!("{{ {value} }}"));
        }
        self.add_replacement(Operator::Unfinished, body, "{ todo!() }");
        work(self);
        self.within = outer;
    }
}

impl<'ast> Visit<'ast> for Mutator<'_> {
    // Skip documentation, and types, which are checked by the compiler.
    fn visit_attribute(&mut self, _: &'ast Attribute) {}
    fn visit_type(&mut self, _: &'ast Type) {}

    fn visit_file(&mut self, file: &'ast File) {
        if !is_test_only(&file.attrs) {
            visit::visit_file(self, file);
        }
    }

    fn visit_item(&mut self, item: &'ast Item) {
        if !is_test_item(item) {
            visit::visit_item(self, item);
        }
    }

    fn visit_impl_item(&mut self, item: &'ast ImplItem) {
        if !is_test_member(item) {
            visit::visit_impl_item(self, item);
        }
    }

    fn visit_item_struct(&mut self, item: &'ast ItemStruct) {
        self.edit_derives(&item.ident, &item.attrs);
    }

    fn visit_item_enum(&mut self, item: &'ast syn::ItemEnum) {
        self.edit_derives(&item.ident, &item.attrs);
    }

    fn visit_item_impl(&mut self, item: &'ast ItemImpl) {
        let of = item.trait_.as_ref().and_then(|(path, _)| path.segments.last());
        // The assignment does not say what `Debug` prints.
        if of.is_some_and(|name| name.ident == "Debug") {
            return;
        }
        if let Type::Path(path) = &*item.self_ty
            && let Some(name) = path.path.segments.last()
        {
            let outer = std::mem::replace(&mut self.owner, name.ident.to_string());
            visit::visit_item_impl(self, item);
            self.owner = outer;
        }
    }

    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        self.in_function(&item.sig, &item.block, |this| visit::visit_item_fn(this, item));
    }

    fn visit_impl_item_fn(&mut self, item: &'ast ImplItemFn) {
        self.in_function(&item.sig, &item.block, |this| visit::visit_impl_item_fn(this, item));
    }

    fn visit_stmt(&mut self, stmt: &'ast Stmt) {
        let is_deleted = match stmt {
            // These loops, and an `if` without `else`, have no value.
            Stmt::Expr(Expr::If(conditional), None) => conditional.else_branch.is_none(),
            Stmt::Expr(_, Some(_)) | Stmt::Expr(Expr::ForLoop(_) | Expr::While(_), None) => true,
            Stmt::Macro(call) => call.semi_token.is_some(),
            _ => false,
        };
        if is_deleted {
            self.add_replacement(Operator::Statement, stmt, "");
        }
        visit::visit_stmt(self, stmt);
    }

    fn visit_expr_binary(&mut self, expr: &'ast ExprBinary) {
        let ExprBinary { left, op, right, .. } = expr;
        let (operator, others, sides) = match op {
            BinOp::And(_) | BinOp::Or(_) => {
                (Operator::Logic, other_logic_operators(op), Some(Operator::Logic))
            }
            _ if !other_comparisons(op).is_empty() => {
                (Operator::Comparison, other_comparisons(op), None)
            }
            BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Div(_) | BinOp::Rem(_) => {
                (Operator::Arithmetic, other_arithmetic_operators(op), Some(Operator::Operand))
            }
            _ => (Operator::Arithmetic, other_arithmetic_operators(op), None),
        };
        for other in others {
            self.add_replacement(operator, op, other);
        }
        if let Some(operator) = sides {
            for side in [left, right] {
                let side = self.source_of(side).to_owned();
                self.add_replacement(operator, expr, side);
            }
        }
        visit::visit_expr_binary(self, expr);
    }

    fn visit_expr_unary(&mut self, expr: &'ast syn::ExprUnary) {
        if matches!(expr.op, UnOp::Not(_) | UnOp::Neg(_)) {
            self.add_replacement(Operator::Unary, &expr.op, "");
        }
        visit::visit_expr_unary(self, expr);
    }

    fn visit_lit(&mut self, lit: &'ast Lit) {
        match lit {
            Lit::Int(int) => {
                if let Ok(value) = int.base10_parse::<u64>() {
                    let others = [value.checked_add(1), value.checked_sub(1)];
                    for other in others.into_iter().flatten() {
                        self.add_replacement(
                            Operator::Integer,
                            int,
                            format!("{other}{}", int.suffix()),
                        );
                    }
                }
            }
            Lit::Bool(bool) => {
                self.add_replacement(Operator::Bool, bool, (!bool.value).to_string());
            }
            _ => {}
        }
    }

    fn visit_expr_if(&mut self, expr: &'ast syn::ExprIf) {
        self.edit_condition(&expr.cond);
        if let Some((_, other)) = &expr.else_branch
            && matches!(**other, Expr::Block(_))
        {
            self.add_exchange(Operator::Branches, &expr.then_branch, other);
        }
        visit::visit_expr_if(self, expr);
    }

    fn visit_expr_while(&mut self, expr: &'ast syn::ExprWhile) {
        self.edit_condition(&expr.cond);
        visit::visit_expr_while(self, expr);
    }

    fn visit_expr_match(&mut self, expr: &'ast syn::ExprMatch) {
        for pair in expr.arms.windows(2) {
            self.add_exchange(Operator::Branches, &pair[0].body, &pair[1].body);
        }
        visit::visit_expr_match(self, expr);
    }

    fn visit_expr_loop(&mut self, expr: &'ast syn::ExprLoop) {
        let values = lists::break_values(&expr.body);
        for one in &values {
            for other in &values {
                let other = self.source_of(other).to_owned();
                self.add_replacement(Operator::Break, one, other);
            }
        }
        visit::visit_expr_loop(self, expr);
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        self.edit_method_call(call);
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        if matches!(&*call.func, Expr::Path(path) if path.path.is_ident("Some")) {
            self.add_replacement(Operator::Some, call, "None");
        }
        self.edit_arguments(&call.args);
        visit::visit_expr_call(self, call);
    }

    fn visit_expr_array(&mut self, array: &'ast syn::ExprArray) {
        let elements: Vec<_> = array.elems.iter().collect();
        for range in lists::ranges_to_delete(&elements) {
            self.add_edit(Operator::Elements, range, String::new());
        }
        for pair in elements.windows(2) {
            self.add_exchange(Operator::Elements, pair[0], pair[1]);
        }
        visit::visit_expr_array(self, array);
    }

    fn visit_expr_tuple(&mut self, tuple: &'ast syn::ExprTuple) {
        let elements: Vec<_> = tuple.elems.iter().collect();
        for pair in elements.windows(2) {
            self.add_exchange(Operator::Elements, pair[0], pair[1]);
        }
        visit::visit_expr_tuple(self, tuple);
    }

    fn visit_expr_struct(&mut self, literal: &'ast syn::ExprStruct) {
        self.edit_struct_literal(literal);
        visit::visit_expr_struct(self, literal);
    }

    fn visit_expr_field(&mut self, expr: &'ast syn::ExprField) {
        if let Member::Named(field) = &expr.member {
            let name = field.to_string();
            let alike =
                self.fields.values().flat_map(|fields| Self::fields_of_same_type(fields, &name));
            for other in alike.collect::<Vec<_>>() {
                self.add_replacement(Operator::Fields, field, other);
            }
        }
        visit::visit_expr_field(self, expr);
    }

    fn visit_macro(&mut self, call: &'ast Macro) {
        for (_, other) in WRITING.iter().filter(|(name, _)| call.path.is_ident(name)) {
            self.add_replacement(Operator::Method, &call.path, *other);
        }
        let arguments = call.parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated);
        for argument in arguments.iter().flatten() {
            if let Expr::Lit(syn::ExprLit { lit: Lit::Str(text), .. }) = argument {
                self.edit_format_string(text);
            }
            self.visit_expr(argument);
        }
    }
}

/// Returns `true` if an item is used only in tests.
fn is_test_item(item: &Item) -> bool {
    is_test_only(match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        _ => &[],
    })
}

fn is_test_member(item: &ImplItem) -> bool {
    is_test_only(match item {
        ImplItem::Const(item) => &item.attrs,
        ImplItem::Fn(item) => &item.attrs,
        ImplItem::Macro(item) => &item.attrs,
        _ => &[],
    })
}

/// Returns `true` if the attributes restrict an item to tests.
fn is_test_only(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("test")
            || attribute.path().is_ident("cfg")
                && attribute.parse_args::<Meta>().is_ok_and(|meta| wants_test(&meta))
    })
}

/// Returns `true` if a `cfg` condition is true only in tests.
fn wants_test(condition: &Meta) -> bool {
    let parts = |list: &syn::MetaList| {
        let parts = list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated);
        parts.map(|parts| parts.into_iter().collect::<Vec<_>>()).unwrap_or_default()
    };
    match condition {
        Meta::Path(path) => path.is_ident("test"),
        Meta::List(list) if list.path.is_ident("all") => parts(list).iter().any(wants_test),
        Meta::List(list) if list.path.is_ident("any") => {
            let parts = parts(list);
            !parts.is_empty() && parts.iter().all(wants_test)
        }
        _ => false,
    }
}
