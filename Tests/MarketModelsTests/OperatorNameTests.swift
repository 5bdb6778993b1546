import MarketModels
import Testing

/// The rules for the names of operators and of their keys, which the log shows.
struct OperatorNameTests {
    @Test(arguments: ["Kim", " Kim ", "Kim\u{A0}", "Kim\u{200B}", "Ｋｉｍ", "\u{3000}Ｋim", "\u{1D40A}im"])
    func namesThatLookTheSameAreTheSame(_ name: String) throws {
        #expect(try Operator.checkedName(name) == "Kim")
    }

    @Test(arguments: [
        "", " ", "K\u{200B}im", "Ki\u{202E}m", "\u{3164}", "Command line", "commandline", "Ｒｅｐｏｒｔｓ", "판매자 ",
    ])
    func whatDeceivesIsRefused(_ name: String) {
        #expect(throws: OperatorProblem.unusableName) { _ = try Operator.checkedName(name) }
    }
}
