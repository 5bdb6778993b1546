public import MarketModels

/// The texts of the operators' pages.
public struct OperatorTexts: Sendable {
    private let strings: any OperatorStrings

    /// Creates the texts of a language.
    public init(language: Language) {
        switch language {
        case .korean: strings = KoreanOperatorStrings()
        case .english: strings = EnglishOperatorStrings()
        }
    }

    /// The text for a key.
    public subscript(string: OperatorString) -> String { strings.text(for: string) }

    /// Returns the name of a listing of which only the number is shown.
    public func listing(_ number: Int64) -> String { strings.listing(number) }
    /// Returns the name of a report.
    public func report(_ number: Int64) -> String { strings.report(number) }
    /// Returns the name of a seller of whom only the number is shown.
    public func seller(_ number: Int64) -> String { strings.seller(number) }
    /// Returns the number of a listing's open reports, at least 1.
    public func openReports(_ count: Int) -> String { strings.openReports(count) }
    /// Returns the title of a link with which an operator signs in.
    public func link(for name: String) -> String { strings.link(for: name) }
    /// Returns the accessibility label of the button that makes such a link.
    public func makeLink(for name: String) -> String { strings.makeLink(for: name) }
    /// Returns the accessibility label of the button that removes an operator.
    public func remove(_ name: String) -> String { strings.remove(name) }
    /// Returns the accessibility label of the button that ends an operator's session.
    public func endSession(of name: String) -> String { strings.endSession(of: name) }
    /// Returns how long a block lasts.
    public func days(_ count: Int) -> String { strings.days(count) }
    /// Returns that a seller is blocked, and until which day.
    public func blocked(until day: String) -> String { strings.blocked(until: day) }
    /// Returns until which day an invitation can be used.
    public func until(_ day: String) -> String { strings.until(day) }
    /// Returns the accessibility label of the button that revokes an invitation.
    public func revokeInvitation(of name: String) -> String { strings.revokeInvitation(of: name) }
    /// Returns when a session was last used, from its age.
    public func used(_ age: String) -> String { strings.used(age) }
    /// Returns why something about operators was refused.
    public func sentence(for problem: OperatorProblem) -> String { strings.sentence(for: problem) }
}

/// The texts that each language provides.
protocol OperatorStrings: Sendable {
    func text(for string: OperatorString) -> String
    func listing(_ number: Int64) -> String
    func report(_ number: Int64) -> String
    func seller(_ number: Int64) -> String
    func openReports(_ count: Int) -> String
    func link(for name: String) -> String
    func makeLink(for name: String) -> String
    func remove(_ name: String) -> String
    func endSession(of name: String) -> String
    func days(_ count: Int) -> String
    func blocked(until day: String) -> String
    func until(_ day: String) -> String
    func revokeInvitation(of name: String) -> String
    func used(_ age: String) -> String
    func sentence(for problem: OperatorProblem) -> String
}
