public import MarketModels

/// The texts of the operators' pages.
public struct OperatorTexts: Sendable {
    private let strings: any OperatorStrings

    /// Creates the texts of a language.
    public init(language: Language) {
        strings = language.strings.operators
    }

    /// The text for a key.
    public subscript(string: OperatorString) -> String { strings.text(for: string) }

    /// Returns what was done.
    public func name(of action: ModerationEntry.Action) -> String { strings.name(of: action) }

    /// Returns the name of a listing of which only the number is shown.
    public func listing(_ number: Int64) -> String { strings.listing(number) }
    /// Returns the name of a report.
    public func report(_ number: Int64) -> String { strings.report(number) }
    /// Returns the name of a seller of whom only the number is shown.
    public func seller(_ number: Int64) -> String { strings.seller(number) }
    /// Returns the number of a listing's open reports, at least 1.
    public func openReports(_ count: Int) -> String { strings.openReports(count) }
    /// Returns which fields of a listing its seller has changed, from their names.
    public func changed(_ fields: [String]) -> String { strings.changed(fields) }
    /// Returns the title of what a field was before a change.
    public func before(_ field: String) -> String { strings.before(field) }
    /// Returns what decides the other open reports about a listing or a seller as well.
    public func decideReports(_ count: Int) -> String { strings.decideReports(count) }
    public func upholdReports(_ count: Int) -> String { strings.upholdReports(count) }
    public func otherReports(_ count: Int, ofListing isListing: Bool) -> String {
        strings.otherReports(count, ofListing: isListing)
    }
    /// Returns what another seller has in common with a seller, which is at least one link.
    public func same(_ links: Set<RelatedSeller.Link>) -> String {
        strings.same(RelatedSeller.Link.allCases.filter(links.contains))
    }
    /// Returns the title of a link with which an operator signs in.
    public func link(for name: String) -> String { strings.link(for: name) }
    /// Returns the accessibility label of the button that makes such a link.
    public func makeLink(for name: String) -> String { strings.makeLink(for: name) }
    /// Returns the accessibility label of the button that removes an operator.
    public func remove(_ name: String) -> String { strings.remove(name) }
    /// Returns the accessibility label of the button that ends an operator's session.
    /// Returns the question whether an operator is to be removed.
    public func shallRemove(_ name: String) -> String { strings.shallRemove(name) }
    /// Returns the question whether a page is to be removed.
    public func shallRemove(page name: String) -> String { strings.shallRemove(page: name) }
    /// Returns the question whether a key is to end.
    ///
    /// - Parameter key: what ``key(_:)`` returns.
    public func shallEnd(_ key: String) -> String { strings.shallEnd(key) }
    public func endSession(of name: String, in browser: String) -> String {
        strings.endSession(of: name, in: browser)
    }
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
    /// Returns how much something takes, and how much more could be stored where it is, in powers of 1000.
    public func size(_ byteCount: Int64, free freeByteCount: Int64?) -> String {
        let size = Self.size(byteCount)
        return freeByteCount.map { strings.size(size, free: Self.size($0)) } ?? size
    }
    /// Returns the number of requests since a day.
    public func requests(_ count: Int, since day: String) -> String {
        strings.requests(ProductTexts.grouped(count), since: day)
    }

    /// Returns a size: `812 kB`, `1.2 GB`.
    private static func size(_ byteCount: Int64) -> String {
        var (value, unit) = (Double(byteCount), 0)
        let units = ["B", "kB", "MB", "GB", "TB"]
        while value >= 999.5, unit < units.count - 1 { (value, unit) = (value / 1000, unit + 1) }
        let tenths = Int((value * 10).rounded())
        let number = unit == 0 || tenths >= 100 ? "\(Int(value.rounded()))" : "\(tenths / 10).\(tenths % 10)"
        return "\(number) \(units[unit])"
    }

    /// Returns the title of a key.
    public func key(_ name: String) -> String { strings.key(name) }
    /// Returns the accessibility label of the button that ends a key.
    public func endKey(_ name: String) -> String { strings.endKey(name) }
    /// Returns who did something with which key, over the API.
    public func by(_ name: String, withKey key: String) -> String { strings.by(name, withKey: key) }
    /// Returns that listings have changed since an operator has looked at them, so that they weren't shown.
    public func changedSince(_ names: [String]) -> String { strings.changedSince(names) }
    /// Returns when a feed was made.
    public func feedMade(on day: String) -> String { strings.feedMade(on: day) }
    /// Returns why something about operators was refused.
    public func sentence(for problem: OperatorProblem) -> String { strings.sentence(for: problem) }
}

/// The texts that each language provides.
protocol OperatorStrings: Sendable {
    func text(for string: OperatorString) -> String
    func name(of action: ModerationEntry.Action) -> String
    func listing(_ number: Int64) -> String
    func report(_ number: Int64) -> String
    func seller(_ number: Int64) -> String
    func openReports(_ count: Int) -> String
    func changed(_ fields: [String]) -> String
    func before(_ field: String) -> String
    func decideReports(_ count: Int) -> String
    func upholdReports(_ count: Int) -> String
    func otherReports(_ count: Int, ofListing isListing: Bool) -> String
    func same(_ links: [RelatedSeller.Link]) -> String
    func link(for name: String) -> String
    func makeLink(for name: String) -> String
    func remove(_ name: String) -> String
    func shallRemove(_ name: String) -> String
    func shallRemove(page name: String) -> String
    func shallEnd(_ key: String) -> String
    func endSession(of name: String, in browser: String) -> String
    func days(_ count: Int) -> String
    func blocked(until day: String) -> String
    func until(_ day: String) -> String
    func revokeInvitation(of name: String) -> String
    func used(_ age: String) -> String
    func key(_ name: String) -> String
    func endKey(_ name: String) -> String
    func by(_ name: String, withKey key: String) -> String
    func changedSince(_ names: [String]) -> String
    func feedMade(on day: String) -> String
    func size(_ size: String, free: String) -> String
    func requests(_ count: String, since day: String) -> String
    func sentence(for problem: OperatorProblem) -> String
}
