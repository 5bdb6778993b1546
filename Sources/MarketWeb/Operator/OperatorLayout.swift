public import MarketModels
internal import MarketTexts

/// What all pages of operators have in common: who looks at them, the menu, and what became of the last form.
public struct OperatorContext: Sendable {
    public let role: Operator.Role
    /// The number of reports that aren't decided.
    public let openReportCount: Int
    /// The number of listings that wait to be approved.
    public let waitingCount: Int
    /// What is wrong with the form that was sent; nil if nothing is.
    public var problem: OperatorNotice?
    /// The reason that was typed in that form.
    public var typedReason: String
    /// Whether that form leaves open what was reported.
    public var leavesReports: Bool
    /// Whether the last form has done something that can be undone.
    public var isDone: Bool
    /// Whether the last form has erased a listing.
    public var isErased: Bool
    /// Whether the last form has saved something.
    public var isSaved: Bool
    public let now: Timestamp

    public init(
        role: Operator.Role,
        openReportCount: Int,
        waitingCount: Int = 0,
        problem: OperatorNotice? = nil,
        typedReason: String = "",
        leavesReports: Bool = false,
        isDone: Bool = false,
        isErased: Bool = false,
        isSaved: Bool = false,
        now: Timestamp
    ) {
        self.role = role
        self.openReportCount = openReportCount
        self.waitingCount = waitingCount
        self.problem = problem
        self.typedReason = typedReason
        self.leavesReports = leavesReports
        self.isDone = isDone
        self.isErased = isErased
        self.isSaved = isSaved
        self.now = now
    }
}

/// Why a form of an operator's page did nothing, or not all of it.
public enum OperatorNotice: Hashable, Sendable {
    case missingReason, reasonTooLong, nothingChosen, unknownAction, noListing, notGivenBack, notApproved
    /// The form doesn't say which versions of the listings were looked at.
    case versionMissing
    case contactNotBlocked
    case noNewContact, noContactChosen
    case alreadyDecided, notConfirmed
    /// Listings, by their names, that have changed since the page was made.
    case changedSince([String])
    case refused(OperatorProblem)

    func sentence(_ texts: OperatorTexts) -> String {
        switch self {
        case .missingReason: texts[.missingReason]
        case .reasonTooLong: texts[.reasonTooLong]
        case .nothingChosen: texts[.nothingChosen]
        case .notGivenBack: texts[.notGivenBack]
        case .notApproved: texts[.notApproved]
        case .versionMissing: texts[.versionMissing]
        case .unknownAction: texts[.unknownAction]
        case .noListing: texts[.noListing]
        case .contactNotBlocked: texts[.contactNotBlocked]
        case .noNewContact: texts[.noNewContact]
        case .noContactChosen: texts[.noContactChosen]
        case .alreadyDecided: texts[.alreadyDecided]
        case .notConfirmed: texts[.notConfirmed]
        case .changedSince(let names): texts.changedSince(names)
        case .refused(let problem): texts.sentence(for: problem)
        }
    }
}

/// The addresses of the operators' pages.
public enum OperatorAddress {
    public static let home = "/operator"
    public static let signIn = "/operator/in"
    public static let listings = "/operator/listings"
    public static let waiting = "/operator/listings?waiting=1"
    public static let invitations = "/operator/invitations"
    public static let log = "/operator/log"
    public static let sessions = "/operator/sessions"
    /// The feed, whose token is in the query: logs have none.
    public static let feed = "/operator/feed.atom"
    public static let team = "/operator/team"
    public static let settings = "/operator/settings"

    public static let contacts = "\(home)/contacts"
    public static let logo = "\(home)/logo"
    public static func page(_ id: MarketPage.ID) -> String { "\(settings)/\(id.name)" }
    public static func report(_ id: Report.ID) -> String { "/operator/reports/\(id.rawValue)" }
    public static func listing(_ id: Product.ID) -> String { "\(listings)/\(id.rawValue)" }
    public static func erase(_ id: Product.ID) -> String { "\(listing(id))/erase" }
    public static func seller(_ id: Vendor.ID) -> String { "/operator/sellers/\(id.rawValue)" }

    /// Returns the address of a feed.
    ///
    /// - Parameter language: the code of the language of its titles; nil for the one that the reader asks for.
    public static func feed(token: String, language: String?) -> String {
        "\(feed)?token=\(token)" + (language.map { "&language=\($0)" } ?? "")
    }
}

/// The layout of an operator's page.
struct OperatorLayout {
    let context: OperatorContext
    let title: String
    var back: String? = "/"

    func html(_ template: String, _ site: SiteContext, _ data: [String: Any?]) -> String {
        let texts = OperatorTexts(language: site.language)
        var menu: [(address: String, label: OperatorString)] = [
            (OperatorAddress.home, .reports), (OperatorAddress.listings, .listings),
            (OperatorAddress.contacts, .contacts), (OperatorAddress.invitations, .invitations),
            (OperatorAddress.log, .log),
            (OperatorAddress.sessions, .sessions),
        ]
        if context.waitingCount > 0 { menu.insert((OperatorAddress.waiting, .waiting), at: 1) }
        if context.role == .operator {
            menu += [(OperatorAddress.team, .team), (OperatorAddress.settings, .settings)]
        }
        let path = site.path == OperatorAddress.waiting ? site.path[...] : site.path.prefix { $0 != "?" }
        let around: [String: Any?] = [
            "menu": menu.map { entry -> Templates.Context in
                let count =
                    switch entry.label {
                    case .reports: context.openReportCount
                    case .waiting: context.waitingCount
                    default: 0
                    }
                let data: [String: Any?] = [
                    "address": entry.address, "label": texts[entry.label], "isCurrent": path == entry.address,
                    "count": count > 0 ? ProductTexts.grouped(count) : nil,
                ]
                return data.filled
            },
            "problem": context.problem?.sentence(texts),
            "isDone": context.isDone,
            "isErased": context.isErased,
            "isSaved": context.isSaved,
            "reasonMaximum": ReportField.text.maximumLength,
            "reasonText": context.typedReason,
            "leavesReports": context.leavesReports,
        ]
        return PageLayout(kind: .message, title: title, back: back)
            .html(template, site, around.merging(data) { _, own in own })
    }
}

/// The template data that several pages of operators show.
struct OperatorViewData {
    let site: SiteContext
    let now: Timestamp

    private var texts: OperatorTexts { OperatorTexts(language: site.language) }
    private var products: ProductTexts { ProductTexts(language: site.language) }

    /// A fact in a list of facts.
    func fact(_ label: OperatorString, _ value: String, leadingTo address: String? = nil) -> Templates.Context {
        fact(texts[label], value, leadingTo: address)
    }

    func fact(_ label: String, _ value: String, leadingTo address: String? = nil) -> Templates.Context {
        let data: [String: Any?] = ["label": label, "value": value, "address": address]
        return data.filled
    }

    /// The fields of a listing that are given, in the order of the form, but for those that its page shows in another way.
    func fields(of own: SellerProduct) -> [Templates.Context] {
        ListingField.allCases.compactMap { field in
            text(of: field, own).map { fact(InterfaceTexts(language: site.language).label(of: field), $0) }
        }
    }

    /// What a listing shows, on which operators decide: its pictures, fields and description.
    ///
    /// - Parameter more: facts that follow its fields.
    func evidence(of own: SellerProduct, and more: [Templates.Context] = []) -> Templates.Context {
        let (product, interface) = (own.product, InterfaceTexts(language: site.language))
        let addresses = site.images.forOperators(product)
        let pictures = product.images.enumerated().map { index, image -> Templates.Context in
            [
                "full": addresses.full(image.name), "webSet": addresses.webSet(of: image), "width": image.width,
                "height": image.height,
                "alt": interface.image(index + 1, of: product.images.count, name: product.listing.name),
            ]
        }
        let description = product.listing.description
        let data: [String: Any?] = [
            "pictures": pictures, "facts": fields(of: own) + more,
            "description": description.isEmpty ? nil : description,
        ]
        return data.filled
    }

    private func text(of field: ListingField, _ own: SellerProduct) -> String? {
        let listing = own.product.listing
        let pricing = listing.pricing
        switch field {
        case .images, .name, .description, .seller, .currency, .password: return nil
        case .price: return products.struckPrice(pricing) ?? products.salePrice(pricing)
        case .discount: return pricing.isDiscounted ? products.price(pricing.discount) : nil
        case .stock: return ProductTexts.grouped(listing.stock)
        case .contact: return own.contact
        default: return listing.attributes[value: field].flatMap { site.text(of: field, $0) }
        }
    }

    func held(_ product: Product, _ hold: ListingHold?) -> String? {
        hold.map { texts[$0.isFollowed(by: product) ? .changedAsAsked : $0.kind.name] }
    }

    /// What the seller has changed of a listing that waits again; nil for others.
    func changed(_ hold: ListingHold?) -> String? {
        guard let changes = hold?.changes, !changes.isEmpty else { return nil }
        let interface = InterfaceTexts(language: site.language)
        return texts.changed(changes.map { interface.label(of: $0.field) })
    }

    /// What others have seen of the texts that were changed.
    func changes(_ hold: ListingHold?) -> [Templates.Context] {
        (hold?.changes ?? []).filter { $0.field != .images }.map { change in
            let field = change.field
            let shown = change.before.flatMap { text in
                field.table == nil ? text : field.value(text).flatMap { site.text(of: field, $0) }
            }
            let label = InterfaceTexts(language: site.language).label(of: field)
            return fact(texts.before(label), shown.flatMap { $0.isEmpty ? nil : $0 } ?? "–")
        }
    }

    func row(_ listing: ModeratedListing, isPickable: Bool = true) -> Templates.Context {
        let product = listing.product
        var data = own(product, hold: listing.hold)
        data["isPickable"] = isPickable
        data["changed"] = changed(listing.hold)
        data["locked"] = listing.lock == nil ? nil : texts[.isLocked]
        data["choose"] = InterfaceTexts(language: site.language).choose(product.listing.name)
        data["address"] = OperatorAddress.listing(product.id)
        data["price"] = products.salePrice(product.listing.pricing)
        data["reported"] = listing.openReportCount > 0 ? texts.openReports(listing.openReportCount) : nil
        data["seller"] = product.vendor.name
        data["about"] = products.details(product.listing.attributes)
        data["time"] = product.registeredAt.attribute
        data["age"] = products.age(of: product.registeredAt, now: now)
        return data.filled
    }

    /// A row that leads to a report, with what it is about.
    ///
    /// - Parameter openCount: how many reports about it are open, if the row is for all of them.
    func row(
        _ report: Report,
        about own: SellerProduct?,
        of vendor: Vendor?,
        openCount: Int = 1
    ) -> Templates.Context {
        var data: [String: Any?] =
            if let own { self.own(own.product, hold: own.hold) } else {
                [
                    "name": {
                        if case .vendor(let id) = report.subject { return vendor?.name ?? texts.seller(id.rawValue) }
                        return texts[.goneListing]
                    }()
                ]
            }
        data["address"] = OperatorAddress.report(report.id)
        let reason = InterfaceTexts(language: site.language).name(of: report.content.reason)
        data["reported"] = openCount > 1 ? "\(reason) · \(texts.openReports(openCount))" : reason
        if own != nil { data["seller"] = vendor?.name }
        data["about"] = report.content.text.isEmpty ? nil : String(report.content.text.prefix(120))
        data["time"] = report.createdAt.attribute
        data["age"] = products.age(of: report.createdAt, now: now)
        return data.filled
    }

    private func own(_ product: Product, hold: ListingHold?) -> [String: Any?] {
        let thumbnail = product.images.first?.name
        let addresses = site.images.forOperators(product)
        return [
            "id": product.id.rawValue,
            "shownVersion": product.version,
            "name": product.listing.name,
            "thumbnail": thumbnail.map(addresses.thumbnail),
            "webThumbnail": thumbnail.map(addresses.webThumbnails),
            "badge": hold == nil ? products.state(product.state.kind) : nil,
            "kind": product.state.kind.rawValue,
            "held": held(product, hold),
            "isQuiet": !product.state.isForSale,
        ]
    }

    /// Returns the name of what is the market's own.
    private func name(of setting: String) -> String {
        if setting == MarketLogo.settingName { return self.texts[.logo] }
        let texts = ProfileTexts(language: site.language)
        if let key = ProfileKey(rawValue: setting) { return texts.label(of: key) }
        return MarketPage.ID.allCases.first { $0.name == setting }.map { texts.name(of: $0) }
            ?? ContactKey(rawValue: setting).text
    }

    func entries(_ entries: [ModerationEntry]) -> [Templates.Context] {
        entries.map { entry in
            var things: [Templates.Context] = []
            func add(_ address: String, _ label: String) { things.append(["address": address, "label": label]) }
            if let report = entry.report { add(OperatorAddress.report(report), texts.report(report.rawValue)) }
            if let product = entry.product { add(OperatorAddress.listing(product), texts.listing(product.rawValue)) }
            if let vendor = entry.vendor { add(OperatorAddress.seller(vendor), texts.seller(vendor.rawValue)) }
            if let setting = entry.setting {
                let isName = ModerationEntry.Action.aboutOperators.contains(entry.action)
                things.append(["label": isName ? setting : name(of: setting)])
            }
            let who: String =
                switch entry.actor {
                case .reports: texts[.byReports]
                case .time: texts[.byTime]
                case .seller: texts[.bySeller]
                case .operator(let name, let key): key.map { texts.by(name, withKey: $0) } ?? name
                case .commandLine: texts[.byCommand]
                }
            let data: [String: Any?] = [
                "id": entry.id,
                "what": texts.name(of: entry.action),
                "things": things,
                "who": who,
                "time": entry.createdAt.attribute,
                "age": products.age(of: entry.createdAt, now: now),
                "reason": entry.reason.isEmpty ? nil : entry.reason,
                "canUndo": entry.canBeUndone,
            ]
            return data.filled
        }
    }
}

extension ListingHold.Kind {
    /// Who hides a listing.
    var name: OperatorString {
        switch self {
        case .reports: .heldByReports
        case .hidden: .heldByOperator
        case .changeAsked: .changeAsked
        case .removed: .removedByOperator
        case .blocked: .heldByBlock
        case .waiting: .waiting
        case .contact: .heldByContact
        }
    }
}

extension Operator.Role {
    var name: OperatorString { self == .operator ? .operator : .moderator }
}
