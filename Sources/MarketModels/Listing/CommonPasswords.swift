internal import Foundation

/// The hundred passwords that people guess first, of those that are long enough: each is at least
/// ``ListingRules/minimumPasswordLength`` characters long.
///
/// They are compared by the keys that are pressed for them, so that `QWER1234`, `qwer1234` and `ㅂㅈㄷㄱ1234` are one.
enum CommonPasswords {
    static func contains(_ password: String) -> Bool { all.contains(keystrokes(password)) }

    /// As keystrokes, in lower case.
    static let all: Set<String> = Set(list.split(whereSeparator: \.isWhitespace).map(String.init))

    private static let list = """
        00000000 11111111 22222222 33333333 44444444 55555555 66666666 77777777 88888888 99999999
        0000000000 1111111111 12345678 123456789 1234567890 0123456789 87654321 987654321 0987654321 12344321
        12341234 123123123 11112222 11223344 12121212 147258369 789456123 aaaaaaaa aa123456 a1234567
        a12345678 123456789a 1234567a a1b2c3d4 abcdefgh abcd1234 1234abcd abc12345 abc123456 abcd12345
        password password1 password12 password123 passw0rd p@ssword p@ssw0rd iloveyou iloveyou1 sunshine
        princess football baseball superman computer internet starwars trustno1 welcome1 letmein1
        qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 qwerqwer qwer1234 qwer1234! 1234qwer q1w2e3r4
        q1w2e3r4t5 1q2w3e4r 1q2w3e4r! 1q2w3e4r5t 1qaz2wsx qazwsxedc qweasdzxc qwe123qwe asdfasdf asdf1234
        asdfghjk asdfghjkl asdasdasd zxcv1234 zxcvbnm1 admin123 admin1234 test1234 changeme qlalfqjsgh
        qlalfqjsgh1 qlalfqjsgh1234 tkfkdgody tkfkdgo1 tkfkdgo1234 dkssudgktpdy eogksalsrnr rkskekfk qhrhtlvek godqhrgo
        """

    // MARK: Keystrokes

    /// Returns the keys of the two-set keyboard, as lower-case Latin letters, that type a text.
    private static func keystrokes(_ text: String) -> String {
        // The compatible decomposition turns syllables, single letters (ㅂ) and full-width forms into what is mapped here.
        text.decomposedStringWithCompatibilityMapping.unicodeScalars.map { scalar in
            switch scalar.value {
            case 0x1100...0x1112: HangulKeyboard.initials[Int(scalar.value - 0x1100)].lowercased()
            case 0x1161...0x1175: HangulKeyboard.vowels[Int(scalar.value - 0x1161)].lowercased()
            case 0x11A8...0x11C2: HangulKeyboard.finals[Int(scalar.value - 0x11A8)].lowercased()
            default: scalar.properties.lowercaseMapping
            }
        }
        .joined()
    }
}
