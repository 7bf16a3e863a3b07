//! What the Diagram takes for granted of pieces whose moves aren't written: it knows some by name.

/// Moves by name, in small letters.
const KNOWN: &[(&str, &str)] = &[
    ("pawn", "fmWfceFifmnD"),
    ("knight", "N"),
    ("bishop", "B"),
    ("rook", "R"),
    ("queen", "Q"),
    ("king", "KisO2"),
    ("archbishop", "BN"),
    ("cardinal", "BN"),
    ("princess", "BN"),
    ("chancellor", "RN"),
    ("marshall", "RN"),
    ("marshal", "RN"),
    ("empress", "RN"),
    ("amazon", "QN"),
    ("lion", "KNADcaKcabKmabK"),
    ("wazir", "W"),
    ("ferz", "F"),
    ("advisor", "F"),
    ("elephant", "nA"),
    ("mao", "nN"),
    ("horse", "nN"),
    ("alfil", "A"),
    ("dabbaba", "D"),
    ("camel", "C"),
    ("zebra", "Z"),
    ("giraffe", "CX"),
    ("wizard", "FC"),
    ("champion", "WAD"),
    ("mann", "K"),
    ("man", "K"),
    ("commoner", "K"),
    ("guard", "K"),
    ("nightrider", "N0"),
    ("grasshopper", "gQ"),
    ("griffon", "yafsF"),
    ("gryphon", "yafsF"),
    ("cannon", "mRcpR"),
    ("pao", "mRcpR"),
    ("falcon", "mafmafsKmafsmafKmaflmafrKmafrmaflK"),
    ("lance", "fR"),
    ("copper", "vWfF"),
    ("silver", "FfW"),
    ("silvergeneral", "FfW"),
    ("gold", "WfF"),
    ("goldgeneral", "WfF"),
];

/// From so many files on a king castles further.
const WIDE: u16 = 9;

/// How a piece of this name moves where nothing is said, on a board of so many files.
pub fn moves(name: &str, files: u16) -> Option<&'static str> {
    match name.to_lowercase().as_str() {
        "king" if files >= WIDE => Some("KisO3"),
        name => KNOWN.iter().find(|row| row.0 == name).map(|row| row.1),
    }
}
