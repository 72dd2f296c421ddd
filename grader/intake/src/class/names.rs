//! Names of people, as they are compared.

/// A name in all orders that begin at one of its words and go round: `Jane Doe`, `Doe Jane`.
pub fn orders(name: &str) -> Vec<String> {
    let words: Vec<&str> = name.split([' ', ',']).filter(|word| !word.is_empty()).collect();
    (0..words.len()).map(|i| letters(&[&words[i..], &words[..i]].concat().concat())).collect()
}

/// The letters and digits of a name, in small letters.
pub fn letters(name: &str) -> String {
    name.chars().filter(|it| it.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_family_name_is_first_or_last() {
        for same in ["Doe, Jane Ann", "jane ann doe", "Jane-Ann DOE", "doejaneann"] {
            assert!(orders("Jane Ann Doe").contains(&letters(same)), "{same}");
        }
        assert!(!orders("Jane Ann Doe").contains(&letters("Ann Jane Doe")));
        assert!(orders(" , ").is_empty());
    }
}
