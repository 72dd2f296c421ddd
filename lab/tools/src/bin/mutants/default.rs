//! Finds default return values for functions.

use syn::spanned::Spanned;
use syn::{GenericArgument, PathArguments, ReturnType, Signature, Type, TypeParamBound};

/// Returns simple values of a function's return type, as code, if the type is known.
pub(crate) fn simple_values(signature: &Signature, source: &str) -> Vec<String> {
    match &signature.output {
        ReturnType::Default => vec![String::new()],
        ReturnType::Type(_, ty) => {
            simple_values_of_type(ty, signature.receiver().is_some(), source)
        }
    }
}

fn simple_values_of_type(ty: &Type, has_self: bool, source: &str) -> Vec<String> {
    let owned = |values: &[&str]| values.iter().map(|value| (*value).to_owned()).collect();
    if let Some(item) = iterator_item(ty, source) {
        return vec![format!("std::iter::empty::<{item}>()")];
    }
    let Type::Path(path) = ty else { return Vec::new() };
    let Some(last) = path.path.segments.last() else { return Vec::new() };
    match last.ident.to_string().as_str() {
        "usize" | "u8" | "u16" | "u32" | "u64" | "isize" | "i8" | "i16" | "i32" | "i64" => {
            owned(&["0", "1"])
        }
        "bool" => owned(&["true", "false"]),
        "String" => owned(&["String::new()"]),
        "Vec" => owned(&["Vec::new()"]),
        "Result" => owned(&["Ok(())"]),
        "Ordering" => {
            ["Less", "Equal", "Greater"].map(|variant| format!("Ordering::{variant}")).into()
        }
        "Self" if has_self => owned(&["self.clone()"]),
        "Option" => {
            let PathArguments::AngleBracketed(arguments) = &last.arguments else {
                return Vec::new();
            };
            let Some(GenericArgument::Type(inner)) = arguments.args.first() else {
                return Vec::new();
            };
            let mut values = vec![match iterator_item(inner, source) {
                // Code cannot name an opaque type.
                Some(item) => format!("None::<std::iter::Empty<{item}>>"),
                None => "None".to_owned(),
            }];
            let inner = simple_values_of_type(inner, has_self, source);
            values.extend(inner.into_iter().map(|value| format!("Some({value})")));
            values
        }
        _ => Vec::new(),
    }
}

fn iterator_item<'a>(ty: &Type, source: &'a str) -> Option<&'a str> {
    let Type::ImplTrait(ty) = ty else { return None };
    ty.bounds.iter().find_map(|bound| {
        let TypeParamBound::Trait(bound) = bound else { return None };
        let last = bound.path.segments.last().filter(|segment| segment.ident == "Iterator")?;
        let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
        arguments.args.iter().find_map(|argument| match argument {
            GenericArgument::AssocType(item) => Some(&source[item.ty.span().byte_range()]),
            _ => None,
        })
    })
}
