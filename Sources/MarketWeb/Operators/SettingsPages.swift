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
        operators.get(.operatorSettings, on: router) { try await show($0) }
        operators.post(
            .operatorSettings,
            on: router,
            hasImages: true,
            again: showAgain,
            use: save
        )
        operators.get(.operatorTextPage, on: router) { try await showPage($0) }
        operators.post(
            .operatorTextPage,
            on: router,
            upTo: Self.maximumByteCount,
            again: { try await showPage($0, $1) },
            use: changePage
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
        return try await operators.page(call, isRefused: !problems.isEmpty || logoProblem != nil) {
            OperatorSettingsPage(
                context: $0,
                profile: stored,
                typed: typed ?? TypedProfile(),
                problems: problems,
                logoProblem: logoProblem
            )
        }
    }

    /// Shows what was typed, with what is wrong with it, such as that somebody else has saved another value meanwhile.
    @Sendable private func showAgain(_ call: Call, _ form: WebForm) async throws -> Response {
        let typed = TypedProfile(form)
        // A page can't choose a file again.
        let logo = form.images.isEmpty ? nil : OperatorTexts(language: call.request.visitor.language)[.chooseLogo]
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
        let texts = OperatorTexts(language: call.request.visitor.language)
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
        return try await operators.page(call, isRefused: problem != nil) {
            OperatorTextPage(
                context: $0,
                id: id,
                page: stored,
                version: EditProfile.version(of: stored),
                typed: form.map { ($0["text"] ?? "", $0["version"]) },
                problem: problem,
                showsPreview: showsPreview
            )
        }
    }

    @Sendable private func changePage(_ call: Call, _ form: WebForm) async throws -> Response {
        let id = try call.pageID()
        if form["do"] == "preview" { return try await showPage(call, form, showsPreview: true) }
        guard let action = form["do"].flatMap({ PageAction(rawValue: $0) }) else {
            throw OperatorNotice.text(.unknownAction)
        }
        let proof = try operators.recentOperator(call)
        if action == .remove, let question = try await operators.confirmation(.page(id), form, call) {
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
    ) async throws -> OperatorContext.Saved {
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
            try await profile.removePage(id, by: proof)
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
