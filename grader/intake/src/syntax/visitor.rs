//! Collects the facts about a file.

use std::mem::replace;

use proc_macro2::TokenStream;
use syn::visit::{self, Visit};
use syn::{Attribute, Block, Expr, Path, Signature, Type, UseTree};

use super::{
    Callee, Component, DeclaredType, EXPORTED, FileSyntax, Function, FunctionCall, Identifier,
    Implementation, PathStep, STATIC, first_position, macros,
};

/// The maximum number of macros inside each other to read, because each level needs to be parsed separately.
/// Code has two or three, such as `assert!(matches!(...))`.
const MAX_MACROS: usize = 16;

/// Functions and methods that create, extend or reverse a list.
const LISTS: [&str; 17] = [
    "push",
    "push_back",
    "push_front",
    "collect",
    "extend",
    "append",
    "prepend",
    "concat",
    "chain",
    "once",
    "successors",
    "from_fn",
    "from_iter",
    "fold",
    "drain",
    "rev",
    "split_off",
];

pub(super) fn collect_syntax(code: &syn::File) -> FileSyntax {
    let mut visitor = Visitor::default();
    visitor.visit_file(code);
    visitor.facts
}

#[derive(Default)]
struct Visitor {
    facts: FileSyntax,
    /// The surrounding `impl` block.
    within: Implementation,
    /// The indices of the surrounding functions.
    functions: Vec<usize>,
    /// The number of surrounding macros.
    macros: usize,
    is_thread_local: bool,
}

impl<'ast> Visit<'ast> for Visitor {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if !self.is_for_tests(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        if self.is_for_tests(&item.attrs) {
            return;
        }
        let of_trait =
            item.trait_.as_ref().map(|(path, _)| last_segment_of_path(path)).unwrap_or_default();
        let block = Implementation { of_trait, of_type: type_name(&item.self_ty) };
        let block = Some(block).filter(|block| !block.of_type.is_empty());
        self.facts.implementations.extend(block.clone());
        let outer = replace(&mut self.within, block.unwrap_or_default());
        visit::visit_item_impl(self, item);
        self.within = outer;
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.visit_function(&item.attrs, &item.sig, &item.block, true);
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        if let Some(body) = &item.default {
            self.visit_function(&item.attrs, &item.sig, body, false);
        }
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.visit_function(&item.attrs, &item.sig, &item.block, false);
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        let is_self = matches!(&*call.receiver, Expr::Path(path) if path.path.is_ident("self"));
        let callee = if is_self { Callee::OfSelf } else { Callee::OfValue };
        let name = Identifier::new(&call.method);
        let inserts_first = name.name == "insert" && call.args.first().is_some_and(is_zero);
        if (LISTS.contains(&&*name.name) || inserts_first) && !is_call_of_neighbors(&call.receiver)
        {
            self.note_list();
        }
        self.add_call(FunctionCall { name, callee });
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        if let Expr::Path(path) = &*call.func {
            let mut segments =
                // The function is the last part of a path, and its type the one before.
                path.path.segments.iter().rev().map(|segment| Identifier::new(&segment.ident));
            if let Some(name) = segments.next() {
                let of_type = segments.next().map(|segment| segment.name);
                let of_type = of_type.or_else(|| path.qself.as_ref().map(|of| type_name(&of.ty)));
                let callee = of_type.map_or(Callee::Plain, Callee::OfType);
                self.add_call(FunctionCall { name, callee });
            }
        }
        visit::visit_expr_call(self, call);
    }

    fn visit_expr_path(&mut self, path: &'ast syn::ExprPath) {
        let segments = &path.path.segments;
        if segments.len() > 1 && LISTS.contains(&&*last_segment_of_path(&path.path)) {
            self.note_list();
        }
        visit::visit_expr_path(self, path);
    }

    fn visit_path(&mut self, path: &'ast Path) {
        let next = path.segments.iter().skip(1).map(|segment| segment.ident.to_string());
        let next = next.chain(path.segments.last().map(first_argument));
        for (segment, next) in path.segments.iter().zip(next) {
            self.facts.steps.push(PathStep { segment: Identifier::new(&segment.ident), next });
        }
        visit::visit_path(self, path);
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        if !self.is_for_tests(&item.attrs) {
            self.add_imports(None, &item.tree);
            visit::visit_item_use(self, item);
        }
    }

    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        self.add_type(&item.ident, &item.attrs, item.fields.iter());
        visit::visit_item_struct(self, item);
    }

    fn visit_item_enum(&mut self, item: &'ast syn::ItemEnum) {
        let fields = item.variants.iter().flat_map(|variant| &variant.fields);
        self.add_type(&item.ident, &item.attrs, fields);
        visit::visit_item_enum(self, item);
    }

    fn visit_item_type(&mut self, item: &'ast syn::ItemType) {
        let name = Identifier::new(&item.ident);
        self.add_component(&name.name.clone(), name, type_names(&item.ty));
        visit::visit_item_type(self, item);
    }

    fn visit_item_static(&mut self, item: &'ast syn::ItemStatic) {
        if !self.is_thread_local && !self.is_for_tests(&item.attrs) {
            self.add_component(STATIC, Identifier::new(&item.ident), type_names(&item.ty));
        }
        visit::visit_item_static(self, item);
    }

    fn visit_item_macro(&mut self, item: &'ast syn::ItemMacro) {
        let Some(name) = item.ident.as_ref().map(Identifier::new) else {
            return visit::visit_item_macro(self, item);
        };
        self.add_component(&name.name.clone(), name, identifiers_in_tokens(&item.mac.tokens));
        self.visit_token_stream(&macros::expand_rules(item.mac.tokens.clone()));
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        let Some(segment) = call.path.segments.last() else { return };
        let segment = Identifier::new(&segment.ident);
        if segment.name == "vec" && !call.tokens.is_empty() {
            self.note_list();
        }
        for owner in identifiers_in_tokens(&call.tokens) {
            if EXPORTED.contains(&&*owner.name) {
                self.add_component(&owner.name, segment.clone(), vec![segment.clone()]);
            }
        }
        let is_thread_local = self.is_thread_local || segment.name == "thread_local";
        self.facts.steps.push(PathStep { segment, next: "!".to_owned() });
        let outer = replace(&mut self.is_thread_local, is_thread_local);
        visit::visit_macro(self, call);
        self.is_thread_local = outer;
    }

    /// Visits the code in the tokens of a macro or an attribute.
    fn visit_token_stream(&mut self, tokens: &'ast TokenStream) {
        if self.macros == MAX_MACROS {
            return;
        }
        self.macros += 1;
        match macros::parse_statements(tokens) {
            Ok(code) => code.iter().for_each(|statement| self.visit_stmt(statement)),
            Err(parts) => parts.iter().for_each(|part| self.visit_token_stream(part)),
        }
        self.macros -= 1;
    }
}

impl Visitor {
    /// Returns `true` for test code outside macros. Inside a macro, an attribute may not stay with its item.
    fn is_for_tests(&self, attributes: &[Attribute]) -> bool {
        self.macros == 0
            && attributes.iter().any(|attribute| {
                attribute.meta.require_list().is_ok_and(|list| {
                    list.path.is_ident("cfg") && list.tokens.to_string() == "test"
                })
            })
    }

    fn visit_function(
        &mut self,
        attributes: &[Attribute],
        signature: &Signature,
        body: &Block,
        is_member: bool,
    ) {
        if self.is_for_tests(attributes) {
            return;
        }
        self.functions.push(self.facts.functions.len());
        let braces = body.brace_token.span;
        self.facts.functions.push(Function {
            name: Identifier::new(&signature.ident),
            within: self.within.clone(),
            is_member,
            body: first_position(braces.open())..first_position(braces.close()),
            calls: Vec::new(),
            makes_list: false,
        });
        for attribute in attributes {
            self.visit_attribute(attribute);
        }
        self.visit_signature(signature);
        self.visit_block(body);
        self.functions.pop();
    }

    fn innermost_function(&mut self) -> Option<&mut Function> {
        self.functions.last().and_then(|index| self.facts.functions.get_mut(*index))
    }

    fn add_call(&mut self, call: FunctionCall) {
        if let Some(function) = self.innermost_function() {
            function.calls.push(call);
        }
    }

    fn note_list(&mut self) {
        if let Some(function) = self.innermost_function() {
            function.makes_list = true;
        }
    }

    fn add_type<'a>(
        &mut self,
        name: &syn::Ident,
        attributes: &[Attribute],
        fields: impl Iterator<Item = &'a syn::Field>,
    ) {
        let derives_order = derives(attributes, "Ord");
        let derives_partial_order = derives(attributes, "PartialOrd");
        let name = Identifier::new(name);
        for (index, field) in fields.enumerate() {
            let number = Identifier { name: index.to_string(), ..Identifier::default() };
            let field_name = field.ident.as_ref().map_or(number, Identifier::new);
            self.add_component(&name.name, field_name, type_names(&field.ty));
        }
        self.facts.types.push(DeclaredType { name, derives_order, derives_partial_order });
    }

    fn add_component(&mut self, owner: &str, name: Identifier, types: Vec<Identifier>) {
        self.facts.components.push(Component { owner: owner.to_owned(), name, types });
    }

    /// Adds what `tree` imports from `module`.
    fn add_imports(&mut self, module: Option<&syn::Ident>, tree: &UseTree) {
        let mut add = |segment: &syn::Ident, next: &str| {
            let segment = Identifier::new(segment);
            self.facts.steps.push(PathStep { segment, next: next.to_owned() });
        };
        let last = match tree {
            UseTree::Path(path) => &path.ident,
            UseTree::Name(name) => &name.ident,
            UseTree::Rename(rename) => &rename.ident,
            UseTree::Glob(_) => return module.into_iter().for_each(|module| add(module, "*")),
            UseTree::Group(group) => {
                return group.items.iter().for_each(|tree| self.add_imports(module, tree));
            }
        };
        if let Some(module) = module {
            add(module, &last.to_string());
        }
        if let UseTree::Path(path) = tree {
            return self.add_imports(Some(last), &path.tree);
        }
        add(last, "self");
        if let UseTree::Rename(rename) = tree {
            let original = module.filter(|_| last == "self").unwrap_or(last);
            let names = [&rename.rename, original].map(|ident| Identifier::new(ident).name);
            self.facts.renames.push(names.into());
        }
    }
}

fn last_segment_of_path(path: &Path) -> String {
    path.segments.last().map(|segment| Identifier::new(&segment.ident).name).unwrap_or_default()
}

/// Returns the type path's last segment, or an empty string for a type without a path.
fn type_name(ty: &Type) -> String {
    match ty {
        Type::Path(path) => last_segment_of_path(&path.path),
        Type::Reference(reference) => type_name(&reference.elem),
        _ => String::new(),
    }
}

/// Returns the segment's first type argument, if it is a name, or an empty string.
fn first_argument(segment: &syn::PathSegment) -> String {
    let syn::PathArguments::AngleBracketed(arguments) = &segment.arguments else {
        return String::new();
    };
    match arguments.args.first() {
        Some(syn::GenericArgument::Type(of)) => type_name(of),
        _ => String::new(),
    }
}

fn is_zero(argument: &Expr) -> bool {
    matches!(argument, Expr::Lit(literal)
        if matches!(&literal.lit, syn::Lit::Int(number) if number.base10_digits() == "0"))
}

fn is_call_of_neighbors(receiver: &Expr) -> bool {
    matches!(receiver, Expr::MethodCall(call) if call.method == "neighbors" && call.args.is_empty())
}

/// Returns `true` if one of these attributes derives the trait.
fn derives(attributes: &[Attribute], of_trait: &str) -> bool {
    attributes.iter().filter(|attribute| attribute.path().is_ident("derive")).any(|attribute| {
        let list = attribute.meta.require_list();
        list.is_ok_and(|list| {
            identifiers_in_tokens(&list.tokens).iter().any(|name| name.name == of_trait)
        })
    })
}

fn identifiers_in_tokens(tokens: &TokenStream) -> Vec<Identifier> {
    let mut found = Vec::new();
    macros::visit_names(tokens, &mut |name| found.push(Identifier::new(name)));
    found
}

/// Returns the names in a type, but not in the length of an array.
fn type_names(ty: &Type) -> Vec<Identifier> {
    struct TypeNames(Vec<Identifier>);

    impl<'ast> Visit<'ast> for TypeNames {
        fn visit_ident(&mut self, ident: &'ast syn::Ident) {
            self.0.push(Identifier::new(ident));
        }

        fn visit_token_stream(&mut self, tokens: &'ast TokenStream) {
            self.0.extend(identifiers_in_tokens(tokens));
        }

        fn visit_expr(&mut self, _: &'ast Expr) {}
    }

    let mut found = TypeNames(Vec::new());
    found.visit_type(ty);
    found.0
}
