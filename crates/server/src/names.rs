//! Names of people and agents at a table: nobody is nameless, and nobody looks like somebody else.

/// Whether a character cannot be seen, or changes the direction of what follows: names made of such
/// characters are blank, or pretend to be other names.
pub(crate) fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffc}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}

/// Whether nothing of a text can be seen.
pub(crate) fn is_blank(text: &str) -> bool {
    text.chars()
        .all(|c| c.is_whitespace() || is_invisible(c) || is_joined_on(c))
}

/// Whether two names could be taken for each other: they are the same but for letters of other scripts
/// that look alike, for case, for kinds of spaces, or for `I`, `l` and `1`, `O` and `0`.
pub(crate) fn look_alike(one: &str, other: &str) -> bool {
    let lower = |name: &str| shape(name).to_lowercase();
    let strokes = |name: &str| shape(name).chars().map(stroke).collect::<String>();
    lower(one) == lower(other) || strokes(one) == strokes(other)
}

/// A mark that is drawn onto the character before it and may not be noticed.
fn is_joined_on(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{fe00}'..='\u{fe0f}')
}

/// A name in Latin letters as far as its characters look like these, with single spaces.
fn shape(name: &str) -> String {
    let words = name.split_whitespace().map(|word| {
        let seen = word
            .chars()
            .filter(|c| !is_invisible(*c) && !is_joined_on(*c));
        seen.map(latin).collect::<String>()
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Letters and digits that are hardly told apart in many fonts, as one of them.
fn stroke(c: char) -> char {
    match c {
        'I' | '1' | '|' => 'l',
        '0' => 'O',
        c => c,
    }
}

/// The Latin letter a character looks like, or the character.
fn latin(c: char) -> char {
    /// Letters of other scripts, and below each the one it looks like.
    const ALIKE: [(&str, &str); 6] = [
        ("АВЕКМНОРСТУХІЈЅԀԌԚԜӀ", "ABEKMHOPCTYXIJSdGQWI"),
        ("аеорсухіјѕԁһӏԛԝгк", "aeopcyxijsdhlqwrk"),
        ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEZHIKMNOPTYX"),
        ("αονρυικ", "aovpuik"),
        ("օսոհցոԼՕՍ", "ounhgnLOU"),
        ("ıɑɡɩʟℓⅼⅰⅴⅹⅽⅾⅿΙ", "iaglLlivxcdmI"),
    ];
    if let Some(found) = ALIKE.iter().find_map(|(theirs, ours)| {
        let mut pairs = theirs.chars().zip(ours.chars());
        pairs.find(|(their, _)| *their == c).map(|(_, our)| our)
    }) {
        return found;
    }
    let code = u32::from(c);
    let ascii = match code {
        // Full-width forms.
        0xff01..=0xff5e => Some(code - 0xff01 + 0x21),
        // Mathematical alphabets: 26 capitals, then 26 small letters, again and again.
        0x1d400..=0x1d6a3 => {
            let letter = (code - 0x1d400) % 52;
            Some(match letter {
                0..26 => letter + u32::from('A'),
                _ => letter - 26 + u32::from('a'),
            })
        }
        // Mathematical digits.
        0x1d7ce..=0x1d7ff => Some((code - 0x1d7ce) % 10 + u32::from('0')),
        // Letters in circles.
        0x24b6..=0x24cf => Some(code - 0x24b6 + u32::from('A')),
        0x24d0..=0x24e9 => Some(code - 0x24d0 + u32::from('a')),
        _ => None,
    };
    ascii.and_then(char::from_u32).unwrap_or(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_look_alike_are_found() {
        for (one, other) in [
            ("Anna", "anna"),
            ("Anna", "\u{410}nna"),
            ("Anna", "Ann\u{430}"),
            ("Anna", "An\u{ad}na"),
            ("Anna", "Anna\u{3164}"),
            ("Anna B", "Anna\u{a0}\u{2003}B"),
            ("Anna", "\u{ff21}nna"),
            ("Anna", "\u{1d400}nna"),
            ("Bill", "BiIl"),
            ("Bill", "Bi1l"),
            ("OO7", "007"),
            ("Anna", "Anna\u{301}"),
            ("\u{391}nna", "\u{410}nna"),
        ] {
            assert!(look_alike(one, other), "{one:?} {other:?}");
            assert!(look_alike(other, one), "{other:?} {one:?}");
        }
    }

    #[test]
    fn names_that_are_others_are_left_alone() {
        for (one, other) in [
            ("Anna", "Hanna"),
            ("Анна", "Anna"),
            ("Ivan", "Lvan"),
            ("Jan", "Ján"),
            ("Player 1", "Player 2"),
            ("Иван", "Ivan"),
            ("Eva", "Ewa"),
        ] {
            assert!(!look_alike(one, other), "{one:?} {other:?}");
        }
    }

    #[test]
    fn blank_names_are_found() {
        for blank in [
            "",
            " ",
            "\u{ad}",
            "\u{3164}",
            "\u{115f}\u{a0}",
            "\u{fe0f}",
            "\u{2800}",
            "\u{200b}",
        ] {
            assert!(is_blank(blank), "{blank:?}");
        }
        assert!(!is_blank("a") && !is_blank("\u{2764}\u{fe0f}"));
    }
}
