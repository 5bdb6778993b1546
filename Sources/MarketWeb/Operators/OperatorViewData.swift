import MarketCore
import MarketModels
import MarketTexts

/// The template data that several pages of operators show.
struct OperatorViewData {
    let site: SiteContext
    let now: Timestamp

    var texts: OperatorTexts { site.operatorTexts }
    var products: ProductTexts { site.productTexts }

    /// Returns how long ago something was.
    func age(of moment: Timestamp) -> String { products.age(of: moment, now: now) }

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
            text(of: field, own).map { fact(site.texts.label(of: field), $0) }
        }
    }

    /// What a listing shows, on which operators decide: its pictures, fields and description.
    ///
    /// - Parameter more: facts that follow its fields.
    func evidence(of own: SellerProduct, and more: [Templates.Context] = []) -> Templates.Context {
        let (product, interface) = (own.product, site.texts)
        let addresses = site.images.forOperators(product)
        let pictures = product.images.enumerated().map { index, image -> Templates.Context in
            [
                "full": addresses.full(image.name), "webSet": addresses.webSet(of: image), "width": image.width,
                "height": image.height,
                "alt": interface[.image(index + 1, of: product.images.count, name: product.listing.name)],
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
        return texts[.changed(changes.map { site.texts.label(of: $0.field) })]
    }

    /// What others have seen of the texts that were changed.
    func changes(_ hold: ListingHold?) -> [Templates.Context] {
        (hold?.changes ?? []).filter { $0.field != .images }.map { change in
            let field = change.field
            let shown = change.before.flatMap { text in
                field.table == nil ? text : field.value(text).flatMap { site.text(of: field, $0) }
            }
            let label = site.texts.label(of: field)
            return fact(texts[.before(label)], shown.flatMap { $0.isEmpty ? nil : $0 } ?? "–")
        }
    }

    func row(_ listing: ModeratedListing) -> Templates.Context {
        let product = listing.product
        var data = own(product, hold: listing.hold)
        data["isPickable"] = true
        data["choice"] = ChosenListing(product, hold: listing.hold, lock: listing.lock).description
        data["changed"] = changed(listing.hold)
        data["locked"] = listing.lock == nil ? nil : texts[.isLocked]
        data["choose"] = site.texts[.choose(product.listing.name)]
        data["address"] = OperatorAddress.listing(product.id)
        data["price"] = products.salePrice(product.listing.pricing)
        data["reported"] = listing.openReportCount > 0 ? texts[.openReports(listing.openReportCount)] : nil
        data["seller"] = product.vendor.name
        data["about"] = products.details(product.listing.attributes)
        data["time"] = product.registeredAt.attribute
        data["age"] = age(of: product.registeredAt)
        return data.filled
    }

    /// The row of the only listing that a page is about.
    func row(_ own: SellerProduct) -> Templates.Context {
        row(ModeratedListing(own.product, hold: own.hold, openReportCount: 0)).merging(["isPickable": false]) { $1 }
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
                        if case .vendor(let id) = report.subject { return vendor?.name ?? texts[.seller(id.rawValue)] }
                        return texts[.goneListing]
                    }()
                ]
            }
        data["address"] = OperatorAddress.report(report.id)
        let reason = site.texts.name(of: report.content.reason)
        data["reported"] = openCount > 1 ? "\(reason) · \(texts[.openReports(openCount)])" : reason
        if own != nil { data["seller"] = vendor?.name }
        data["about"] = report.content.text.isEmpty ? nil : String(report.content.text.prefix(120))
        data["time"] = report.createdAt.attribute
        data["age"] = age(of: report.createdAt)
        return data.filled
    }

    private func own(_ product: Product, hold: ListingHold?) -> [String: Any?] {
        let thumbnail = product.images.first?.name
        let addresses = site.images.forOperators(product)
        return [
            "id": product.id.rawValue,
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
        if let key = ProfileKey(rawValue: setting) { return site.profileTexts.label(of: key) }
        return MarketPage.ID.allCases.first { $0.name == setting }.map { site.profileTexts.name(of: $0) }
            ?? ContactKey(rawValue: setting).text
    }

    func entries(_ entries: [ModerationEntry]) -> [Templates.Context] {
        entries.map { entry in
            var things: [Templates.Context] = []
            func add(_ address: String, _ label: String) { things.append(["address": address, "label": label]) }
            if let report = entry.report { add(OperatorAddress.report(report), texts[.report(report.rawValue)]) }
            if let product = entry.product { add(OperatorAddress.listing(product), texts[.listing(product.rawValue)]) }
            if let vendor = entry.vendor { add(OperatorAddress.seller(vendor), texts[.seller(vendor.rawValue)]) }
            if let setting = entry.setting {
                let isName = ModerationEntry.Action.aboutOperators.contains(entry.action)
                things.append(["label": isName ? setting : name(of: setting)])
            }
            let who: String =
                switch entry.actor {
                case .reports: texts[.byReports]
                case .time: texts[.byTime]
                case .seller: texts[.bySeller]
                case .operator(let name, let key): key.map { texts[.by(name, withKey: $0)] } ?? name
                case .commandLine: texts[.byCommand]
                }
            let data: [String: Any?] = [
                "id": entry.id,
                "what": texts.name(of: entry.action),
                "things": things,
                "who": who,
                "time": entry.createdAt.attribute,
                "age": age(of: entry.createdAt),
                "reason": entry.reason.isEmpty ? nil : entry.reason,
                "canUndo": entry.canBeUndone,
            ]
            return data.filled
        }
    }
}

extension Array {
    /// The last one of a full page, behind which another page may begin; nil of any other.
    func lastOfFullPage(of size: Int = ModerateListings.pageSize) -> Element? { count == size ? last : nil }
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
