import Hummingbird
import MarketAPI
import MarketCore
import MarketModels
import MarketServer
import MarketTexts

/// The pages on which operators make the market their own: its name, contact, color and pages (UX.md, “Operators”).
struct SettingsPages: Sendable {
    private typealias Call = OperatorPages.Call

    /// The size of the form with a page: twelve bytes for each character of the longest text, percent-encoded.
    static let maximumByteCount = 256 * 1024

    let site: PageResponder
    let operators: OperatorPages

    private var profile: EditProfile { site.services.editProfile }

    func addRoutes(to router: PageRouter) {
        operators.get(.operatorSettings, on: router) { try await show($0) }
        operators.post(.operatorSettings, on: router, again: { try await show($0, TypedProfile($1)) }, use: save)
        router.get(.operatorLogo, use: { $0.redirect(to: OperatorAddress.settings) })
        router.post(.operatorLogo, use: changeLogo)
        operators.get(.operatorTextPage, on: router) { try await showPage($0) }
        operators.post(
            .operatorTextPage,
            on: router,
            upTo: Self.maximumByteCount,
            again: { try await showPage($0, $1["text"] ?? "") },
            use: changePage
        )
    }

    // MARK: Values

    /// - Parameter typed: what was sent; nil if the page is opened, for which the operator must have signed in lately.
    private func show(
        _ call: Call,
        _ typed: TypedProfile? = nil,
        problems: [ProfileKey: TypedProfile.Problem] = [:]
    ) async throws -> Response {
        let stored = try profile.profile(for: call.proof)
        if typed == nil { _ = try operators.recent(call) }
        return try await operators.page(call, isRefused: !problems.isEmpty) {
            OperatorSettingsPage(context: $0, profile: stored, typed: typed ?? TypedProfile(), problems: problems)
        }
    }

    @Sendable private func save(_ call: Call, _ form: WebForm) async throws -> Response {
        let proof = try operators.recentOperator(call)
        guard form.savesSettings else { throw OperatorNotice.text(.unknownAction) }
        let typed = TypedProfile(form)
        let (saved, problems) = try await profile.save(typed, by: proof)
        guard problems.isEmpty else { return try await show(call, typed, problems: problems) }
        for key in saved { call.log("market changed", ["value": "\(key.rawValue)"]) }
        return call.request.redirect(to: OperatorAddress.settings + "?saved=1")
    }

    // MARK: The logo

    /// Makes a file the logo, or removes it. The page is shown again with what is wrong with the file.
    @Sendable private func changeLogo(_ request: PageRequest) async throws -> Response {
        try await operators.withOperator(request) { call in
            let proof = try operators.recentOperator(call)
            return try await request.withImageForm { form in
                guard form.hasValidToken else {
                    throw request.visitor.csrf == nil ? RequestError.missingCookie : .foreignForm
                }
                if let problem = try await changeLogo(form, call, by: proof) {
                    let stored = try profile.profile(for: call.proof)
                    return try await operators.page(call, isRefused: true) {
                        OperatorSettingsPage(context: $0, profile: stored, logoProblem: problem)
                    }
                }
                call.log("market changed", ["value": "\(MarketLogo.settingName)"])
                return request.redirect(to: OperatorAddress.settings + "?saved=1")
            }
        }
    }

    /// - Returns: what is wrong with the file; nil if it is the logo now, or the logo was removed.
    private func changeLogo(_ form: WebForm, _ call: Call, by proof: RecentOperatorProof) async throws -> String? {
        let texts = OperatorTexts(language: call.request.visitor.language)
        do {
            switch form["do"] {
            case "save": break
            case "remove":
                try await site.services.editLogo.remove(by: proof)
                return nil
            default: return texts[.unknownAction]
            }
            guard let upload = form.images.first, upload.byteCount > 0 else { return texts[.chooseLogo] }
            try await site.services.editLogo.set(upload, from: call.request.client, by: proof)
            return nil
        } catch EditLogo.Problem.definedBySettings {
            return texts[.fixedBySettings]
        } catch EditLogo.Problem.tooSmall {
            return texts[.logoTooSmall]
        } catch EditLogo.Problem.unusable(let error) {
            return ErrorTexts(language: call.request.visitor.language).sentence(for: .logo, error.kind)
        }
    }

    // MARK: Pages

    /// - Parameter typed: the text that was sent; nil if the page is opened.
    private func showPage(
        _ call: Call,
        _ typed: String? = nil,
        problem: EditProfile.Problem? = nil,
        showsPreview: Bool = false
    ) async throws -> Response {
        let id = try call.pageID()
        let stored = try profile.profile(for: call.proof).page(id)
        if typed == nil { _ = try operators.recent(call) }
        return try await operators.page(call, isRefused: problem != nil) {
            OperatorTextPage(
                context: $0,
                id: id,
                page: stored,
                version: EditProfile.version(of: stored),
                typed: typed,
                problem: problem,
                showsPreview: showsPreview
            )
        }
    }

    @Sendable private func changePage(_ call: Call, _ form: WebForm) async throws -> Response {
        let id = try call.pageID()
        let text = form["text"] ?? ""
        guard let action = form["do"].flatMap({ PageAction(rawValue: $0) }) else {
            throw OperatorNotice.text(.unknownAction)
        }
        if action == .preview { return try await showPage(call, text, showsPreview: true) }
        let proof = try operators.recentOperator(call)
        if action == .remove, let question = try await operators.confirmation(.page(id), form, call) {
            return question
        }
        do {
            try await change(id, action, form, by: proof, call)
        } catch let problem as EditProfile.Problem {
            return try await showPage(call, text, problem: problem)
        }
        return call.request.redirect(to: OperatorAddress.page(id) + "?saved=1")
    }

    /// What a button does with a page.
    private enum PageAction: String {
        case save, preview, publish, unpublish, remove
    }

    /// Does what a button of the form says, and saves the text with it.
    private func change(
        _ id: MarketPage.ID,
        _ action: PageAction,
        _ form: WebForm,
        by proof: RecentOperatorProof,
        _ call: Call
    ) async throws {
        let page = ["page": "\(id.kind.rawValue)", "language": "\(id.language)"]
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
        case .unpublish:
            // First, because a text with gaps is only stored while nobody sees it.
            try await profile.unpublish(id, by: proof)
            call.log("page unpublished", page)
            try await save()
        case .remove:
            try await profile.removePage(id, by: proof)
            call.log("page removed", page)
        case .save: try await save()
        // It stores nothing.
        case .preview: break
        }
    }
}

extension WebForm {
    /// Whether a button of the settings has sent the form: the one that saves it, or one that sets a value before.
    fileprivate var savesSettings: Bool {
        guard let action = self["do"] else { return false }
        return action == "save" || ProfileKey.allCases.contains { action.hasPrefix("\($0.rawValue)=") }
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
