//! Checks of player names at a table: no blank names, and no two names that look alike.

/// True for characters that are invisible or change the text direction.
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

/// True if a text has no visible character.
pub(crate) fn is_blank(text: &str) -> bool {
    text.chars()
        .all(|c| c.is_whitespace() || is_invisible(c) || is_combining(c))
}

/// True if two names look alike: they differ only in homoglyphs, case, spaces, or `I`/`l`/`1` and
/// `O`/`0`.
pub(crate) fn look_alike(one: &str, other: &str) -> bool {
    let lower = |name: &str| latin_skeleton(name).to_lowercase();
    let strokes = |name: &str| {
        latin_skeleton(name)
            .chars()
            .map(canonical_stroke)
            .collect::<String>()
    };
    lower(one) == lower(other) || strokes(one) == strokes(other)
}

/// True for combining marks, which are easily overlooked in a name.
fn is_combining(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{fe00}'..='\u{fe0f}')
}

/// The name with homoglyphs replaced by Latin letters and runs of spaces by one space.
fn latin_skeleton(name: &str) -> String {
    let words = name.split_whitespace().map(|word| {
        let seen = word
            .chars()
            .filter(|c| !is_invisible(*c) && !is_combining(*c));
        seen.map(latin).collect::<String>()
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Maps characters that look alike in many fonts, such as `I`, `l` and `1`, to one of them.
fn canonical_stroke(c: char) -> char {
    match c {
        'I' | '1' | '|' => 'l',
        '0' => 'O',
        c => c,
    }
}

/// The Latin letter that a character looks like, or else the character itself.
fn latin(c: char) -> char {
    /// Homoglyphs from other scripts, each string paired with the Latin letters they look like.
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
        // Mathematical alphabets: blocks of 26 capitals and 26 small letters.
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
