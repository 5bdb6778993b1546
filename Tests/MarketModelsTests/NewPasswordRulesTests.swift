import Foundation
import Testing

@testable import MarketModels

/// API.md, “Limits”, for those who choose a password in our forms and commands.
struct NewPasswordRulesTests {
    @Test(arguments: [
        "열려라참깨다섯번", "😀😀😀😀😀😀😀😀", "12345679", "open-market", "qwer12345", "qwer1233", "ㅂㅈㄷㄱ1233",
        String(repeating: "x", count: 128),
    ])
    func newPasswordsOfEightCharactersAreRight(_ password: String) {
        #expect(ListingRules.check(newPassword: password) == nil)
        #expect(ListingRules.check(newPassword: password.decomposedStringWithCanonicalMapping) == nil)
    }

    @Test(arguments: ["1", "1234567", "열려라참깨다섯", "😀😀😀😀😀😀😀", "👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦", "e\u{301}e\u{301}e\u{301}e\u{301}"])
    func shorterOnesAreRefusedHoweverManyCodePointsTheyHave(_ password: String) {
        for password in [password, password.decomposedStringWithCanonicalMapping] {
            #expect(ListingRules.check(newPassword: password) == ListingProblem(.password, .tooShort(minimum: 8)))
            #expect(ListingRules.check(secret: password) == nil)
        }
    }

    @Test func newPasswordsHaveTheBoundsOfSecretsToo() {
        for secret in [nil, "", String(repeating: "x", count: 129), String(repeating: "가", count: 43)] {
            #expect(ListingRules.check(newPassword: secret) == ListingRules.check(secret: secret))
            #expect(ListingRules.check(newPassword: secret) != nil)
        }
    }

    @Test(arguments: [
        ["password", "PASSWORD", "ｐａｓｓｗｏｒｄ"],
        ["qwer1234", "QWER1234", "ㅂㅈㄷㄱ1234", "ㅃㅉㄸㄲ1234", "\u{1107}\u{110C}\u{1103}\u{1100}1234"],
        ["1q2w3e4r", "1ㅂ2ㅈ3ㄷ4ㄱ"], ["qlalfqjsgh", "비밀번호", "ㅂㅣㅁㅣㄹㅂㅓㄴㅎㅗ"], ["qlalfqjsgh1234", "비밀번호1234"],
        ["dkssudgktpdy", "안녕하세요"], ["tkfkdgody", "사랑해요"], ["qhrhtlvek", "보고싶다"], ["qwertyui", "ㅂㅈㄷㄱ쇼ㅕㅑ"],
        ["asdfghjk", "ㅁㄴㅇㄹ호ㅓㅏ"], ["zxcvbnm1", "ㅋㅌㅊ퓨ㅜㅡ1"], ["00000000"], ["aaaaaaaa", "ㅁㅁㅁㅁㅁㅁㅁㅁ"],
    ])
    func commonOnesAreRefusedInEitherStateOfTheKeyboard(_ passwords: [String]) {
        for password in passwords {
            for typed in [password, password.decomposedStringWithCanonicalMapping] {
                #expect(ListingRules.check(newPassword: typed) == ListingProblem(.password, .tooCommon), "\(typed)")
                #expect(ListingRules.check(secret: typed) == nil)
            }
        }
    }

    @Test func hundredCommonPasswordsAreFoundAsTheyAreListed() {
        #expect(CommonPasswords.all.count == 100)
        for password in CommonPasswords.all {
            #expect(password.count >= ListingRules.minimumPasswordLength && CommonPasswords.contains(password))
        }
    }
}
