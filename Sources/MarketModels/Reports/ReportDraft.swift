/// What somebody has entered to report a listing or a seller.
public struct ReportDraft: Hashable, Sendable {
    public var reason: String
    public var text: String
    /// The name of the reporter, who need not say it.
    public var name: String
    /// The mail address of the reporter, who need not say it.
    public var mail: String
    /// Whether the reporter states that the report is accurate and complete in good faith.
    public var isInGoodFaith: Bool

    public init(
        reason: String = "",
        text: String = "",
        name: String = "",
        mail: String = "",
        isInGoodFaith: Bool = false
    ) {
        self.reason = reason
        self.text = text
        self.name = name
        self.mail = mail
        self.isInGoodFaith = isInGoodFaith
    }

    /// Checks everything.
    ///
    /// - Throws: the problems, in the order of the fields.
    public func checked() throws(ReportProblems) -> CheckedReport {
        var problems: [ReportProblem] = []
        func read(_ given: String, _ field: ReportField) -> String {
            do throws(ReportProblem) {
                return try Self.checkedText(given, field)
            } catch {
                problems.append(error)
                return ""
            }
        }
        let reason = ReportReason(rawValue: reason)
        if reason == nil { problems.append(.unknownReason) }
        let text = read(text, .text)
        if let reason, reason.needsText, text.isEmpty, problems.isEmpty { problems.append(.missingText) }
        let name = read(name, .name)
        let mail = read(mail, .mail)
        if !mail.isEmpty, !Self.isMailAddress(mail) { problems.append(.unusableMail) }
        if let reason, reason.needsGoodFaith, !isInGoodFaith { problems.append(.missingGoodFaith) }
        guard let reason, problems.isEmpty else { throw ReportProblems(problems) }
        return CheckedReport(
            reason: reason,
            text: text,
            name: name.isEmpty ? nil : name,
            mail: mail.isEmpty ? nil : mail
        )
    }

    /// Checks a text about a report, also what an operator or a seller writes, and returns it composed (NFC). A text that
    /// nobody sees is empty.
    public static func checkedText(_ given: String, _ field: ReportField = .text) throws(ReportProblem) -> String {
        var review = ListingReview([])
        // The fields of a listing that are read alike: a text of several lines, and one on one line.
        let length = 0...field.maximumLength
        let text = review.text(given, field == .text ? .description : .contact, length: length)
        switch review.problems.first?.reason {
        case nil: return text.isVisible ? text : ""
        case .tooLong(let maximum): throw .tooLong(field, maximum: maximum)
        default: throw .unreadable(field)
        }
    }

    private static func isMailAddress(_ text: String) -> Bool {
        guard let at = text.firstIndex(of: "@"), !text.contains(where: \.isWhitespace) else { return false }
        let host = text[at...].dropFirst()
        return at > text.startIndex && host.contains(".") && !host.contains("@") && host.first != "."
            && host.last != "."
    }
}

/// All that is wrong with a report.
public struct ReportProblems: Error, Hashable, Sendable {
    public let all: [ReportProblem]

    public init(_ all: [ReportProblem]) { self.all = all }
}

/// A report whose fields can be stored.
public struct CheckedReport: Hashable, Sendable {
    public let reason: ReportReason
    public let text: String
    public let name: String?
    public let mail: String?

    public init(reason: ReportReason, text: String = "", name: String? = nil, mail: String? = nil) {
        self.reason = reason
        self.text = text
        self.name = name
        self.mail = mail
    }
}
