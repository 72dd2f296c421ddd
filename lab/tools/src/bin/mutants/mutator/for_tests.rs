//! Detects test code.

use syn::punctuated::Punctuated;
use syn::{Attribute, ImplItem, Item, Meta, Token};

/// Returns `true` if an item is used only in tests.
pub(super) fn item(item: &Item) -> bool {
    attributes(match item {
        Item::Const(it) => &it.attrs,
        Item::Enum(it) => &it.attrs,
        Item::Fn(it) => &it.attrs,
        Item::Impl(it) => &it.attrs,
        Item::Macro(it) => &it.attrs,
        Item::Mod(it) => &it.attrs,
        Item::Static(it) => &it.attrs,
        Item::Struct(it) => &it.attrs,
        Item::Trait(it) => &it.attrs,
        _ => &[],
    })
}

pub(super) fn member(item: &ImplItem) -> bool {
    attributes(match item {
        ImplItem::Const(it) => &it.attrs,
        ImplItem::Fn(it) => &it.attrs,
        ImplItem::Macro(it) => &it.attrs,
        _ => &[],
    })
}

/// Returns `true` if the attributes restrict an item to tests.
pub(super) fn attributes(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("test")
            || attribute.path().is_ident("cfg")
                && attribute.parse_args::<Meta>().is_ok_and(|it| wants_test(&it))
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
