internal import MarketHashing
public import MarketModels

/// The use case of making a market one's own, for the operator.
public struct EditProfile: Sendable {
    /// The reasons why a change of the profile is refused.
    public enum Problem: Error, Hashable, Sendable {
        /// There is no such field.
        case unknownField(String)
        /// The field has a value in each language, and none was named.
        case needsLanguage(ProfileField)
        /// The field has one value for all languages.
        case takesNoLanguage(ProfileField)
        /// The market has no texts in this language.
        case unknownLanguage(String)
        /// The value breaks a rule.
        case unusable(ProfileKey, ProfileProblem)
        /// The operator's settings define the value.
        case definedBySettings(ProfileKey)
        /// There can be no such page.
        case unknownPage(String)
        /// The page has no text.
        case missingPage(MarketPage.ID)
        /// The text of a page is empty or too long.
        case unusableText
        /// Somebody has changed the page since the form was opened.
        case changedMeanwhile(MarketPage.ID)
        /// The text of a page that is published, or is to be, has gaps.
        case gaps(MarketPage.ID, [String])
    }

    let store: any ProductStore
    let clock: any WallClock

    /// Returns the profile of the market, with the pages that aren't published.
    ///
    /// - Throws: ``OperatorProblem/notPermitted`` for a moderator.
    public func profile(for proof: OperatorProof) throws(MarketError) -> MarketProfile {
        try proof.requireOperator()
        return store.profile
    }

    // MARK: Values

    /// Returns the key of a value.
    ///
    /// - Parameter language: the code of a language, for a field that is translated.
    public static func key(_ field: String, language: String?) throws(Problem) -> ProfileKey {
        guard let found = ProfileField.allCases.first(where: { $0.name == field }) else { throw .unknownField(field) }
        let known = language.flatMap { Language(rawValue: $0) }
        if known?.rawValue == language, let key = ProfileKey(found, in: known) { return key }
        guard found.isTranslated else { throw .takesNoLanguage(found) }
        guard let language else { throw .needsLanguage(found) }
        throw .unknownLanguage(language)
    }

    /// Makes values those of the operator's settings. Only the settings change them from then on.
    ///
    /// - Parameter values: values as ``ProfileField/Kind/checked(_:)`` returns them. Those that the settings don't define any more
    ///   stay as they are, and can be changed again.
    public func define(_ values: [ProfileKey: String]) async throws(MarketError) {
        // A start with the settings of before writes nothing, which would fail on a full disk.
        guard !store.profile.defines(values) else { return }
        _ = try await store.changeProfile(.define(values), by: nil, at: clock.now)
    }

    public func set(_ key: ProfileKey, to given: String, by proof: RecentOperatorProof) async throws {
        let value: String
        do throws(ProfileProblem) {
            value = try key.field.kind.checked(given)
        } catch {
            throw Problem.unusable(key, error)
        }
        guard try await change(.set(key, value), by: proof) else {
            throw Problem.definedBySettings(key)
        }
    }

    /// Removes a value. The market's usual one is shown again.
    public func unset(_ key: ProfileKey, by proof: RecentOperatorProof) async throws {
        guard try await change(.unset(key), by: proof) || !store.profile.fixedKeys.contains(key) else {
            throw Problem.definedBySettings(key)
        }
    }

    /// Saves the values of a form that were changed in it: all of them, or none if one can't be saved.
    ///
    /// - Returns: the keys of what was saved, or the problems.
    public func save(
        _ typed: TypedProfile,
        by proof: RecentOperatorProof
    ) async throws(MarketError) -> (saved: [ProfileKey], problems: [ProfileKey: TypedProfile.Problem]) {
        let (edits, problems) = typed.edits(of: store.profile)
        guard problems.isEmpty, !edits.isEmpty else {
            try proof.proof.requireOperator()
            return ([], problems)
        }
        if try await change(.edit(edits), by: proof) { return (ProfileKey.allCases.filter { edits[$0] != nil }, [:]) }
        // Somebody else was faster.
        let late = typed.edits(of: store.profile).problems
        return ([], late.isEmpty ? edits.mapValues { _ in .changedMeanwhile } : late)
    }

    private func change(_ change: ProfileChange, by proof: RecentOperatorProof) async throws(MarketError) -> Bool {
        try proof.proof.requireOperator()
        return try await store.changeProfile(change, by: proof.proof, at: clock.now)
    }

    // MARK: Pages

    public static func page(_ kind: String, language: String) throws(Problem) -> MarketPage.ID {
        guard let kind = MarketPage.Kind(rawValue: kind) else { throw .unknownPage(kind) }
        guard let known = Language(rawValue: language) else { throw .unknownLanguage(language) }
        return MarketPage.ID(kind, in: known)
    }

    /// Returns a page, published or not.
    public func page(_ id: MarketPage.ID, for proof: OperatorProof) throws -> MarketPage {
        guard let page = try profile(for: proof).page(id) else { throw Problem.missingPage(id) }
        return page
    }

    /// What the text of a page is known by in a form; that of no page if it is nil.
    public static func version(of page: MarketPage?) -> String {
        page.map { BLAKE2b.digits(of: ["page", $0.text], byteCount: 16) } ?? "none"
    }

    /// Sets the text of a page. People see it once the page is published.
    ///
    /// - Parameter version: the version of the page that the text replaces; nil for any.
    public func setPage(
        _ id: MarketPage.ID,
        to given: String,
        over version: String? = nil,
        by proof: RecentOperatorProof
    ) async throws {
        guard let text = MarketPage.checked(given) else { throw Problem.unusableText }
        let old = store.profile.page(id)
        guard version == nil || version == Self.version(of: old) else { throw Problem.changedMeanwhile(id) }
        let isStored = try await change(
            version == nil ? .setPage(id, text) : .editPage(id, from: old?.text, to: text),
            by: proof
        )
        guard !isStored else { return }
        let gaps = MarketPage.gaps(in: text)
        throw gaps.isEmpty ? Problem.changedMeanwhile(id) : Problem.gaps(id, gaps)
    }

    /// Removes a page for good.
    ///
    /// - Parameter version: the version of the page that was seen; nil for any.
    public func removePage(_ id: MarketPage.ID, version: String? = nil, by proof: RecentOperatorProof) async throws {
        guard version == nil || version == Self.version(of: store.profile.page(id)) else {
            throw Problem.changedMeanwhile(id)
        }
        guard try await change(.removePage(id), by: proof) else { throw Problem.missingPage(id) }
    }

    /// Publishes a page in which everything is filled in.
    public func publish(_ id: MarketPage.ID, by proof: RecentOperatorProof) async throws {
        while true {
            let page = try page(id, for: proof.proof)
            let gaps = MarketPage.gaps(in: page.text)
            guard gaps.isEmpty else { throw Problem.gaps(id, gaps) }
            if page.isPublished { return }
            // Otherwise, the text was changed meanwhile.
            if try await change(.publish(id, text: page.text), by: proof) { return }
        }
    }

    /// Hides a page from people. Its text stays.
    public func unpublish(_ id: MarketPage.ID, by proof: RecentOperatorProof) async throws {
        _ = try page(id, for: proof.proof)
        _ = try await change(.unpublish(id), by: proof)
    }
}

extension EditProfile.Problem: CustomStringConvertible {
    /// The sentence that a value is the settings'.
    static func isDefined(_ value: String, by setting: String) -> String {
        "This market's settings define '\(value)'. Change '\(setting)' there, and start the server again."
    }

    /// A sentence for the operator.
    public var description: String {
        switch self {
        case .unknownField(let name):
            "There's no value '\(name)'. There are \(ProfileField.allCases.map(\.name).joined(separator: ", "))."
        case .needsLanguage(let field):
            "'\(field.name)' has a value in each language. Give --language \(Language.codes)."
        case .takesNoLanguage(let field): "'\(field.name)' has one value for all languages. Leave --language out."
        case .unknownLanguage(let language): "'\(language)' is no language of the market. Give \(Language.codes)."
        case .unusable(let key, let problem): "'\(key.rawValue)' \(problem)."
        case .definedBySettings(let key):
            Self.isDefined(key.rawValue, by: key.settingName)
        case .unknownPage(let name):
            "There's no page '\(name)'. There are \(MarketPage.Kind.allCases.map(\.rawValue).joined(separator: ", "))."
        case .missingPage(let id):
            "The page \(id.kind.rawValue) has no text in '\(id.language.rawValue)'. Set it with 'openmarket market page set'."
        case .changedMeanwhile(let id):
            "Somebody has changed the page \(id.kind.rawValue) in '\(id.language.rawValue)' meanwhile."
        case .unusableText: "A page must be a text of 1 to \(MarketPage.length.upperBound) characters."
        case .gaps(let id, let gaps):
            """
            The page \(id.kind.rawValue) in '\(id.language.rawValue)' has gaps, so it can't be published: \
            \(gaps.prefix(5).map(\.onOneLine).joined(separator: ", "))\(gaps.count > 5 ? ", …" : ""). Fill them in, or put a \
            backslash before a bracket that is meant.
            """
        }
    }
}

extension ProfileKey {
    /// The name of the setting that defines the value.
    public var settingName: String {
        let prefix = field == .registration ? [] : ["market"]
        return (prefix + [field.name] + (language.map { [$0.rawValue] } ?? [])).joined(separator: "-")
    }
}
