import MarketModels
import MarketTexts

/// What a seller has just done with a product. The raw values are those of the cookie.
enum SellerDone: String, Sendable {
    case listed, saved
}

/// The page of a product, with all its public data.
struct DetailPage: WebPage {
    let product: Product
    /// Whether the seller gave a contact. The contact itself is not in the page.
    let hasContact: Bool
    /// Whether this browser is the seller's: it may change the product, and sees the page in every state.
    var isSeller = false
    /// Why the listing is hidden although the seller didn't hide it, for the seller; nil if it isn't.
    var hold: ListingHold?
    /// Why the seller can't change the listing, for the seller; nil if they can.
    var lock: ListingLock?
    /// What the seller has just done, which the page says once; nil for nothing.
    var done: SellerDone?
    /// The path of the image that messengers show for a link to the page, 1200 × 630 pixels, as JPEG.
    let shareImagePath: String
    /// The list from which the product was opened.
    var from = ListAddress()
    let now: Timestamp

    func html(_ site: SiteContext) -> String {
        let productTexts = site.productTexts
        let listing = product.listing
        let price = productTexts.salePrice(listing.pricing)
        let stock = productTexts.stock(product.listing.stock, in: product.state)
        let address = "/products/\(product.id.rawValue)"
        // One that waits for the operator, say, is only saved.
        let isPublished = done == .listed && product.state.isPublic
        let data: [String: Any?] = [
            "id": product.id.rawValue,
            "name": listing.name,
            "price": price,
            "keptPrice":
                "\(listing.pricing.salePrice.minorUnits)-\(listing.pricing.salePrice.currency.rawValue)",
            "struckPrice": productTexts.struckPrice(listing.pricing),
            "reduced": product.shownReduction.map(productTexts.reduced),
            "plainPrice": listing.pricing.salePrice.plainDigits,
            "plainOldPrice": listing.pricing.isDiscounted ? listing.pricing.price.plainDigits : nil,
            "currency": listing.pricing.currency.rawValue,
            "stock": stock,
            "isSoldOut": product.shownStock <= 0,
            "seller": product.vendor.name,
            "sellerAddress": from.leadingBack(
                from: "/sellers/\(product.vendor.id.rawValue)",
                [("product", String(product.id.rawValue))]
            ),
            "editAddress": from.leadingBack(from: address + "/edit"),
            "deleteAddress": from.leadingBack(from: address + "/delete"),
            "contactAddress": from.leadingBack(from: address + "/contact"),
            "initial": product.vendor.name.first.map(String.init),
            "listed": site.texts[.listed(productTexts.age(of: product.registeredAt, now: now))],
            "registeredAt": product.registeredAt.attribute,
            "registeredDay": site.day(product.registeredAt),
            "attributes": attributes(site),
            "isSold": product.state.kind == .sold,
            // One that nobody else sees isn't kept, shared or printed, and the market shows no others beside it.
            "isPublic": product.state.isPublic,
            "similarAddress": similarAddress(site),
            "condition": listing.attributes.condition.map(LinkedData.openGraphCondition),
            "about": listing.description.isEmpty ? nil : listing.description,
            "hasContact": hasContact,
            "isSeller": isSeller,
            "done": done.map { _ in site.texts[isPublished ? .isListed : .isSaved] },
            "isListed": isPublished,
            "isReserved": product.state.kind == .reserved,
            "manageAddress": DeskAddress.manage(product.id),
            "onlyForSeller": onlyForSeller(site),
            "reason": hold?.reason ?? lock?.reason,
            "canChangeState": canChangeState,
            "isEditedNext": hold.map { $0.kind != .removed && $0.kind != .blocked } ?? false && lock == nil,
            "answerLabel": answerLabel(site),
            "withheld": withheld(site),
            "summary": site.texts.shareSummary(price: price, stock: stock, seller: product.vendor.name),
            "origin": site.origin,
            "availability": product.shownStock > 0 ? "in stock" : "out of stock",
            "linkedData": LinkedData.product(product, on: site),
            "slides": slides(site),
            "pictureCount": product.images.isEmpty ? nil : product.images.count,
            "hasSeveral": product.images.count > 1,
            "shareImage": shareImagePath,
            "shareImageText": site.texts.shareImage(
                name: listing.name,
                price: price,
                soldOut: product.shownStock > 0 ? nil : stock
            ),
        ]
        return PageLayout(kind: .product, title: listing.name, back: from.path).html("product", site, data)
    }

    /// Returns what only the seller reads about the listing: who else sees it, and why it can't be changed.
    private func onlyForSeller(_ site: SiteContext) -> String? {
        if let hold { return site.texts.sentence(for: hold, of: product, in: site.calendar) }
        if lock != nil { return site.texts[.lockedByOperator] }
        return switch product.state {
        case .hidden: site.texts[.onlyYouSeeHidden]
        case .expired: site.texts[.onlyYouSeeExpired]
        case .open, .reserved, .sold: nil
        }
    }

    /// Whether its seller can choose another state, which what others hide or lock hasn't.
    private var canChangeState: Bool { hold == nil && lock == nil }

    /// Returns what the link to the answer says; nil if there is nothing to answer.
    private func answerLabel(_ site: SiteContext) -> String? {
        guard let hold, hold.kind != .waiting else { return nil }
        return site.texts[hold.answer == nil ? .holdAnswer : .yourAnswer]
    }

    /// Returns why the contact isn't shown to others than the seller; nil if it is.
    private func withheld(_ site: SiteContext) -> String? {
        switch product.state {
        case .reserved(let end):
            let day = site.calendar.lastDay(before: end).map { site.productTexts.day($0) }
            let until = day.map { site.texts[.isReserved(until: $0)] } ?? site.texts[.isReserved]
            return isSeller ? until : "\(until) \(site.texts[.contactWhileReserved])"
        case .sold: return isSeller ? nil : site.texts[.contactOfSold]
        case .open, .hidden, .expired: return nil
        }
    }

    /// The list that a browser without scripts shows for what is similar: the category or, without one, what has the
    /// first word of the name.
    private func similarAddress(_ site: SiteContext) -> String {
        if let category = product.listing.attributes.category.flatMap({ site.categories.category($0) }) {
            return ListQuery(filter: AttributeFilter(category: category.slug)).address
        }
        return ListQuery(text: product.listing.name.split(whereSeparator: \.isWhitespace).first.map(String.init) ?? "")
            .address
    }

    /// The attributes that are given, each with its name.
    private func attributes(_ site: SiteContext) -> Templates.Context? {
        let given = product.listing.attributes.given.compactMap { field, value -> Templates.Context? in
            site.text(of: field, value).map { ["name": site.texts.label(of: field), "value": $0] }
        }
        return given.isEmpty ? nil : ["rows": given]
    }

    private func slides(_ site: SiteContext) -> [Templates.Context] {
        let addresses = site.images.forSeller(product.id, in: product.state)
        return product.images.enumerated().map { index, image in
            [
                "number": index + 1,
                "isFirst": index == 0,
                "full": addresses.full(image.name),
                "webSet": addresses.webSet(of: image),
                "width": image.width,
                "height": image.height,
                "alt": site.texts[.image(index + 1, of: product.images.count, name: product.listing.name)],
                "show": site.texts[.showImage(index + 1)],
            ]
        }
    }
}
