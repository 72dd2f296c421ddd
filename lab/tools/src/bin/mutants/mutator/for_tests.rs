//! Detects test code.

use syn::punctuated::Punctuated;
use syn::{Attribute, ImplItem, Item, Meta, Token};

/// Returns `true` if an item is used only in tests.
pub(super) fn item(item: &Item) -> bool {
    attributes(match item {
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

pub(super) fn member(item: &ImplItem) -> bool {
    attributes(match item {
        ImplItem::Const(item) => &item.attrs,
        ImplItem::Fn(item) => &item.attrs,
        ImplItem::Macro(item) => &item.attrs,
        _ => &[],
    })
}

/// Returns `true` if the attributes restrict an item to tests.
pub(super) fn attributes(attributes: &[Attribute]) -> bool {
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
