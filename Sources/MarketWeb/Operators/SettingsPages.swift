import Hummingbird
import MarketAPI
import MarketCore
import MarketModels
import MarketServer
import MarketTexts

/// The pages on which operators make the market their own: its name, logo, contact, color and pages (UX.md, “Operators”).
struct SettingsPages: Sendable {
    private typealias Call = OperatorPages.Call

    /// The size of the form with a page: twelve bytes for each character of the longest text, percent-encoded.
    static let maximumByteCount = 256 * 1024

    let site: PageResponder
    let operators: OperatorPages

    private var profile: EditProfile { site.services.editProfile }

    func addRoutes(to router: PageRouter) {
        operators.add(
            .operatorSettings,
            to: router,
            hasImages: true,
            show: { call in
                if let form = call.form { try await showAgain(call, form) } else { try await show(call) }
            },
            change: save
        )
        operators.add(
            .operatorTextPage,
            to: router,
            upTo: Self.maximumByteCount,
            show: { try await showPage($0, $0.form) },
            change: changePage
        )
    }

    // MARK: Values and the logo

    /// - Parameters:
    ///   - typed: what was sent; nil if the page is opened, for which the operator must have signed in lately.
    ///   - logoProblem: what is wrong with the file that was sent for the logo.
    private func show(
        _ call: Call,
        _ typed: TypedProfile? = nil,
        problems: [ProfileKey: TypedProfile.Problem] = [:],
        logoProblem: String? = nil
    ) async throws -> Response {
        let stored = try profile.profile(for: call.proof)
        if typed == nil { _ = try operators.recent(call) }
        let isRefused = !problems.isEmpty || logoProblem != nil
        let settings = SettingsViewData(profile: stored, typed: typed ?? TypedProfile(), problems: problems)
        return try await operators.page(
            call,
            "operator-settings",
            titled: call.texts[.settings],
            isRefused: isRefused
        ) { parts in
            [
                "hasProblems": isRefused,
                "isLogoFixed": stored.isLogoFixed,
                "logoProblem": logoProblem,
                "keepsForm": true,
                "fields": settings.fields(parts.site, focusesFirst: logoProblem == nil),
                "pages": settings.pages(parts.site),
            ]
        }
    }

    /// Shows what was typed, with what is wrong with it, such as that somebody else has saved another value meanwhile.
    private func showAgain(_ call: Call, _ form: WebForm) async throws -> Response {
        let typed = TypedProfile(form)
        // A page can't choose a file again.
        let logo = form.images.isEmpty ? nil : call.texts[.chooseLogo]
        let problems = typed.edits(of: try profile.profile(for: call.proof)).problems
        return try await show(call, typed, problems: problems, logoProblem: logo)
    }

    /// Saves what was typed and the logo, or nothing if one of them can't be saved.
    @Sendable private func save(_ call: Call, _ form: WebForm) async throws -> Response {
        let proof = try operators.recentOperator(call)
        guard form.savesSettings else { throw OperatorNotice.text(.unknownAction) }
        let typed = TypedProfile(form)
        let known = typed.edits(of: try profile.profile(for: call.proof)).problems
        guard known.isEmpty else { return try await showAgain(call, form) }
        if let problem = try await changeLogo(form, call, by: proof) {
            return try await show(call, typed, logoProblem: problem)
        }
        let (saved, problems) = try await profile.save(typed, by: proof)
        guard problems.isEmpty else { return try await show(call, typed, problems: problems) }
        for key in saved { call.log("market changed", ["value": "\(key.rawValue)"]) }
        return call.request.redirect(to: OperatorAddress.settings + "?saved=1")
    }

    /// Makes the file of the form the logo, if there is one, or removes it.
    ///
    /// - Returns: what is wrong with the file; nil if nothing is.
    private func changeLogo(_ form: WebForm, _ call: Call, by proof: RecentOperatorProof) async throws -> String? {
        let texts = call.texts
        do {
            if form["do"] == "remove-logo" {
                try await site.services.editLogo.remove(by: proof)
            } else {
                guard let upload = form.images.first else { return nil }
                guard upload.byteCount > 0 else { return texts[.chooseLogo] }
                try await site.services.editLogo.set(upload, from: call.request.client, by: proof)
            }
        } catch EditLogo.Problem.definedBySettings {
            return texts[.fixedBySettings]
        } catch EditLogo.Problem.tooSmall {
            return texts[.logoTooSmall]
        } catch EditLogo.Problem.unusable(let error) {
            return ErrorTexts(language: call.request.visitor.language).sentence(for: .logo, error.kind)
        }
        call.log("market changed", ["value": "\(MarketLogo.settingName)"])
        return nil
    }

    // MARK: Pages

    /// - Parameter form: the form that was sent; nil if the page is opened.
    private func showPage(
        _ call: Call,
        _ form: WebForm? = nil,
        problem: EditProfile.Problem? = nil,
        showsPreview: Bool = false
    ) async throws -> Response {
        let id = try call.pageID()
        let stored = try profile.profile(for: call.proof).page(id)
        if form == nil { _ = try operators.recent(call) }
        let title = name(of: id, call)
        let back = OperatorAddress.settings
        return try await operators.page(
            call,
            "operator-page",
            titled: title,
            back: back,
            isRefused: problem != nil
        ) { parts in
            let texts = parts.site.profileTexts
            // The page is in its own language, whatever the operator reads.
            let template = PageTemplates(language: id.language)[id.kind]
            // The question before a page is removed sends no text.
            let typed = form?["text"]
            let text = typed ?? stored?.text ?? template
            let gaps = MarketPage.gaps(in: text)
            let saved = call.saved.flatMap { $0.holds(for: stored) ? $0.text : nil }
            // Until it was checked, the form keeps its version, so that what somebody else has saved meanwhile is shown before it
            // is replaced.
            let isChecked = problem.map(\.isAfterVersion) ?? false
            let typedVersion = isChecked || typed == nil ? nil : form?["version"]
            return [
                "saved": saved.map { parts.texts[$0] },
                "address": OperatorAddress.page(id),
                "publicAddress": stored?.isPublished == true ? TextPage.path(of: id.kind) : nil,
                "content": text,
                "keepsForm": true,
                "pageVersion": typedVersion ?? EditProfile.version(of: stored),
                "language": id.language.rawValue,
                "maximum": MarketPage.length.upperBound,
                "isTemplate": stored == nil && typed == nil,
                "isStored": stored != nil,
                "isPublished": stored?.isPublished ?? false,
                "gaps": gaps.isEmpty ? nil : texts.gaps(gaps.prefix(5).joined(separator: ", "), more: gaps.count > 5),
                "textProblem": problem.map { texts.sentence(for: $0) },
                "theirs": problem.map(\.isAboutText) ?? true ? nil : stored?.text,
                "isPreview": showsPreview,
                "html": showsPreview ? Markdown.html(text) : nil,
            ]
        }
    }

    private func name(of id: MarketPage.ID, _ call: Call) -> String {
        ProfileTexts(language: call.request.visitor.language).name(of: id)
    }

    @Sendable private func changePage(_ call: Call, _ form: WebForm) async throws -> Response {
        let id = try call.pageID()
        if form["do"] == "preview" { return try await showPage(call, form, showsPreview: true) }
        guard let action = form["do"].flatMap({ PageAction(rawValue: $0) }) else {
            throw OperatorNotice.text(.unknownAction)
        }
        let proof = try operators.recentOperator(call)
        if action == .remove,
            let question = try await operators.confirmation(
                call,
                form,
                titled: call.texts[.shallRemovePage(name(of: id, call))],
                .removePageAdvice,
                .removePage,
                at: OperatorAddress.page(id),
                sending: ["do", "version"]
            )
        {
            return question
        }
        do {
            let saved = try await change(id, action, form, by: proof, call)
            return call.request.redirect(to: OperatorAddress.page(id) + "?saved=\(saved.rawValue)")
        } catch let problem as EditProfile.Problem {
            return try await showPage(call, form, problem: problem)
        }
    }

    /// What a button does with a page.
    private enum PageAction: String {
        case save, publish, unpublish, remove
    }

    /// Does what a button of the form says, and saves the text with it.
    ///
    /// - Returns: what the page says then.
    private func change(
        _ id: MarketPage.ID,
        _ action: PageAction,
        _ form: WebForm,
        by proof: RecentOperatorProof,
        _ call: Call
    ) async throws -> OperatorPage.Saved {
        let page = ["page": "\(id.kind.rawValue)", "language": "\(id.language.rawValue)"]
        func save() async throws {
            let text = form["text"] ?? ""
            guard text != (try profile.profile(for: call.proof).page(id)?.text) else { return }
            try await profile.setPage(id, to: text, over: form["version"] ?? "", by: proof)
            call.log("page changed", page)
        }
        switch action {
        case .publish:
            try await save()
            try await profile.publish(id, by: proof)
            call.log("page published", page)
            return .published
        case .unpublish:
            // First, because a text with gaps is only stored while nobody sees it.
            try await profile.unpublish(id, by: proof)
            call.log("page unpublished", page)
            try await save()
            return .unpublished
        case .remove:
            try await profile.removePage(id, version: form["version"] ?? "", by: proof)
            call.log("page removed", page)
            return .removed
        case .save:
            try await save()
            return .values
        }
    }
}

extension WebForm {
    /// Whether a button of the settings has sent the form: the one that saves it, or one that removes the logo or sets a value before.
    fileprivate var savesSettings: Bool {
        guard let action = self["do"] else { return false }
        return action == "save" || action == "remove-logo"
            || ProfileKey.allCases.contains { action.hasPrefix("\($0.rawValue)=") }
    }
}

extension TypedProfile {
    /// Reads the form. A button can set a value, as the one does that takes a readable color.
    fileprivate init(_ form: WebForm) {
        var values: [ProfileKey: Value] = [:]
        for key in ProfileKey.allCases {
            let start = "\(key.rawValue)="
            let chosen = form["do"].flatMap { $0.hasPrefix(start) ? String($0.dropFirst(start.count)) : nil }
            // What the settings define isn't sent.
            guard let text = chosen ?? form[key.rawValue] else { continue }
            values[key] = Value(seen: form["was-\(key.rawValue)"] ?? "", text: text)
        }
        self.init(values)
    }
}

extension OperatorPages.Call {
    /// Returns the page in the path.
    fileprivate func pageID() throws -> MarketPage.ID {
        let name = request.context.coreContext.parameters.get("page") ?? ""
        guard let id = MarketPage.ID.allCases.first(where: { $0.name == name }) else {
            throw RequestError.unknownPath
        }
        return id
    }
}

extension EditProfile.Problem {
    /// Whether the version of the text was checked before.
    fileprivate var isAfterVersion: Bool { if case .unusableText = self { false } else { true } }

    /// Whether it is the text itself. Otherwise somebody has saved another one since the form was opened, or removed the page.
    fileprivate var isAboutText: Bool {
        switch self {
        case .unusableText, .gaps: true
        default: false
        }
    }
}

extension ProfileTexts {
    fileprivate func sentence(for problem: EditProfile.Problem) -> String {
        switch problem {
        case .unusableText: pageLength(MarketPage.length.upperBound)
        case .gaps: pageGaps
        default: pageChangedMeanwhile
        }
    }
}
