/// What an operator has typed in the form of a market's profile.
///
/// The form says what it was opened with, so that a value that another operator has saved meanwhile is neither lost nor replaced
/// without a word.
public struct TypedProfile: Hashable, Sendable {
    /// A value of the form.
    public struct Value: Hashable, Sendable {
        /// What the form was opened with; empty for a value that wasn't set.
        public let seen: String
        /// What was typed; empty to remove the value.
        public let text: String

        /// Creates a value.
        public init(seen: String, text: String) {
            self.seen = seen
            self.text = text
        }
    }

    /// Why a value isn't saved.
    public enum Problem: Hashable, Sendable {
        /// It breaks a rule.
        case rule(ProfileProblem)
        /// Somebody has saved another value since the form was opened.
        case changedMeanwhile
        /// The operator's settings define the value by now.
        case definedBySettings
    }

    /// The values of the form.
    public var values: [ProfileKey: Value]

    /// Creates a form.
    public init(_ values: [ProfileKey: Value] = [:]) { self.values = values }

    /// Compares the form with what is stored. Values that weren't changed in the form stay as they are by now.
    ///
    /// - Returns: The changes, which are to be stored together, and the problems of those that can't be.
    public func edits(
        of profile: MarketProfile
    ) -> (edits: [ProfileKey: ProfileEdit], problems: [ProfileKey: Problem]) {
        var edits: [ProfileKey: ProfileEdit] = [:]
        var problems: [ProfileKey: Problem] = [:]
        for (key, given) in values where given.text != given.seen {
            let stored = profile.values[key]
            var value: String?
            do throws(ProfileProblem) {
                if given.text.isVisible { value = try key.field.kind.checked(given.text) }
            } catch {
                problems[key] = .rule(error)
                continue
            }
            guard value != stored else { continue }
            if profile.fixedKeys.contains(key) {
                problems[key] = .definedBySettings
            } else if stored ?? "" != given.seen {
                problems[key] = .changedMeanwhile
            } else {
                edits[key] = ProfileEdit(from: stored, to: value)
            }
        }
        return (edits, problems)
    }
}

/// A change of a value of a market's profile that somebody has seen.
public struct ProfileEdit: Hashable, Sendable {
    /// The value that it replaces; nil if there was none.
    public let old: String?
    /// The new value; nil to remove the old one.
    public let new: String?

    /// Creates a change.
    public init(from old: String?, to new: String?) {
        self.old = old
        self.new = new
    }
}
