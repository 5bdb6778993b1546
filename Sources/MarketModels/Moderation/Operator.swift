import Foundation

/// Somebody who answers for a market, or who moderates it for them.
public struct Operator: Hashable, Sendable {
    /// The number of an operator.
    public struct ID: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int64
        public init(rawValue: Int64) { self.rawValue = rawValue }
    }

    /// What somebody may do. Raw values are stored and never change.
    public enum Role: String, CaseIterable, Sendable {
        /// Reports, listings and sellers.
        case moderator
        /// Everything: also who else may do what, and their sessions.
        case `operator`
    }

    /// The length of a name, counted as for ``ListingRules/nameLength``.
    public static let nameLength = 1...40

    public let id: ID
    /// The name, which no other operator has, and which the log shows.
    public let name: String
    public let role: Role
    public let createdAt: Timestamp

    public init(id: ID, name: String, role: Role, createdAt: Timestamp) {
        self.id = id
        self.name = name
        self.role = role
        self.createdAt = createdAt
    }

    /// The words with which the log names what no operator has done, folded.
    private static let reservedNames: Set = [
        "commandline", "reports", "time", "seller", "명령줄", "신고", "시간경과", "판매자",
    ]

    /// Checks a name, and returns it with narrow forms of wide characters (NFKC), on one line and without surrounding white space,
    /// so that names which look the same are the same.
    public static func checkedName(_ given: String) throws(OperatorProblem) -> String {
        var review = ListingReview([])
        // A much longer one is refused for its length.
        let bare =
            given.utf8.count > nameLength.upperBound * 16
            ? given
            : given.precomposedStringWithCompatibilityMapping.trimmingCharacters(in: .whitespacesAndNewlines)
        let name = review.text(bare, .contact, length: 0...nameLength.upperBound)
        guard review.problems.isEmpty, name.isVisible, !bare.isDeceptive,
            !reservedNames.contains(VendorName.folded(name))
        else { throw .unusableName }
        return name
    }
}

/// A browser in which an operator is signed in.
public struct OperatorSession: Hashable, Sendable {
    /// The number of a session.
    public struct ID: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int64
        public init(rawValue: Int64) { self.rawValue = rawValue }
    }

    public let id: ID
    /// Who is signed in.
    public let holder: Operator
    /// What the browser has said that it is.
    public let browser: BrowserName
    public let createdAt: Timestamp
    /// When it was last used, to a few minutes.
    public let usedAt: Timestamp

    public init(id: ID, of holder: Operator, in browser: BrowserName, createdAt: Timestamp, usedAt: Timestamp) {
        self.id = id
        self.holder = holder
        self.browser = browser
        self.createdAt = createdAt
        self.usedAt = usedAt
    }
}

/// A key with which programs do what an operator does, but for what asks for a recent sign-in.
public struct OperatorKey: Hashable, Sendable {
    /// The number of a key.
    public struct ID: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int64
        public init(rawValue: Int64) { self.rawValue = rawValue }
    }

    public let id: ID
    /// Whose key it is, with whom it ends.
    public let holder: Operator
    /// What it is for, which the log shows. It is checked as an operator's name is.
    public let name: String
    public let createdAt: Timestamp

    public init(id: ID, of holder: Operator, named name: String, createdAt: Timestamp) {
        self.id = id
        self.holder = holder
        self.name = name
        self.createdAt = createdAt
    }
}

/// Why something about operators was refused. Nothing was changed.
public enum OperatorProblem: Error, CaseIterable, Hashable, Sendable {
    /// A name is empty, too long, or has characters that can't be stored.
    case unusableName
    /// Another operator has the name.
    case nameTaken
    /// There is no operator with this name.
    case unknownOperator
    /// Nobody would be left who may do everything.
    case lastOperator
    /// Only an operator may do this, not a moderator.
    case notPermitted
    /// The sign-in of the session was too long ago for this.
    case signInTooOld
    /// What was done has been changed since, is more than 30 days ago, or is of a kind that can't be undone.
    case cannotUndo
    /// A block can't end after this number of days.
    case unusableDays
    /// The name of an invited seller is empty, too long, or could deceive.
    case unusableSellerName
    /// There is no such invitation, or it was accepted or revoked already.
    case invitationEnded
    /// A report was decided before.
    case alreadyDecided
    /// A listing isn't hidden by an operator or by reports, or its seller is blocked.
    case notGivenBack
    /// A listing doesn't wait for approval, or its seller is blocked.
    case notApproved
    /// A listing that waits names a contact that is blocked.
    case contactBlocked
    /// A listing that waits was hidden by reports before, and they aren't decided.
    case reportsAreOpen
    /// A listing is removed, which hides it already.
    case listingIsRemoved
    /// A listing that would be shown has changed since the operator has looked at it, or somebody else has decided about it or its
    /// seller.
    case listingChanged
    /// A listing isn't locked.
    case notLocked
    /// A contact isn't blocked.
    case contactNotBlocked
}
