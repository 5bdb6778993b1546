import HTTPTypes
import Hummingbird
import MarketAPI
import MarketCore
import MarketModels
import MarketServer
import MarketTexts

/// The pages for a new listing.
struct ListingPages: Sendable {
    /// How often, and how long each time, a repeated submission waits for the first one.
    private static let waits = 150
    private static let waitingTime = Duration.milliseconds(200)

    let site: PageResponder

    func addRoutes(to router: PageRouter) {
        router.get(.newListing, use: show)
        router.post(.products, use: post)
    }

    @Sendable private func show(_ request: PageRequest) async throws -> Response {
        // A browser asks what became of a form whose answer it never got.
        if let identifier = request.visitor.identifier,
            let key = request.queryFields["key"].flatMap({ IdempotencyKey($0, of: identifier) }),
            let listed = try await site.services.idempotency.product(listedWith: key)
        {
            return request.redirect(to: "/products/\(listed.rawValue)")
        }
        if let redirect = try await request.redirect(toReplacedIdentityAt: .newListing) { return redirect }
        let vendor = try await site.vendor(of: request.visitor)
        guard site.services.listForSale.admits(vendor) else {
            return request.page(MessagePage(kind: .closed), status: .forbidden)
        }
        if let refusal = try await request.refusal(ofSeller: vendor) { return refusal }
        let seller = vendor?.name ?? ""
        let (values, images) =
            try await copy(request, seller)
            ?? (TypedListing(currency: site.services.pricesOfForms.defaultCurrency, stock: "1", seller: seller), [])
        let page = ListingFormPage(values: values, kept: images, key: String.randomToken(), from: request.from)
        return request.form(page, listsAs: VendorIdentifier.random())
    }

    /// Returns the texts of the product that `copy` names, and its images, in a new form; nil if there is none that this
    /// browser may see. Only its seller gets the contact and the images.
    private func copy(_ request: PageRequest, _ seller: String) async throws -> (TypedListing, [KeptImage])? {
        guard let number = request.queryFields["copy"].flatMap({ Int64($0) }), number > 0 else { return nil }
        let view = try await unlessAbsent { () throws(MarketError) in
            try await site.services.view(Product.ID(rawValue: number), for: request.visitor)
        }
        switch view {
        case nil, .withheld: return nil
        case .everybody(let product): return (TypedListing(product.listing, seller: seller, contact: nil), [])
        case .seller(let own, _):
            let product = own.product
            let images = product.images.map { NewImage(name: $0.name, width: $0.width, height: $0.height) }
            return (
                TypedListing(product.listing, seller: seller, contact: own.contact),
                try await site.services.drafts.copy(images, for: request.client).map { token, image in
                    KeptImage(token: token, image.name, of: product, at: request.origin)
                }
            )
        }
    }

    @Sendable private func post(_ request: PageRequest) async throws -> Response {
        try await request.withImageForm { form in
            try await site.services.drafts.holding(form.all("kept")) {
                try await response(form, form.language.map(request.choosing) ?? request)
            }
        }
    }

    private func response(_ form: WebForm, _ request: PageRequest) async throws -> Response {
        let texts = InterfaceTexts(language: request.visitor.language)
        let reading = FormReading(form: form, currency: site.services.pricesOfForms.defaultCurrency)
        let images = try await FormImages(form, of: nil, drafts: site.services.drafts)
        var formError = FormErrorResponse()
        guard form.hasValidToken else {
            formError.reject(.forbidden, texts[request.visitor.csrf == nil ? .cookiesNeeded : .sendAgain])
            formError.renew = "/products/new"
            return await rejection(formError, reading, images, request)
        }
        if form.isOnlyShown { return await rejection(formError, reading, images, request) }
        guard let identifier = request.visitor.identifier ?? VendorIdentifier.random() else {
            throw MarketError.missingIdentifier
        }
        let key = form["key"].flatMap { IdempotencyKey($0, of: identifier) }
        do {
            let outcome = try await list(reading, images, by: identifier, key, request)
            await site.services.drafts.remove(images.draftTokens)
            let id = outcome.product.id
            var cookies = [request.doneCookie(.listed, with: id)]
            // A repeated form with a former password gets neither.
            if let proof = outcome.proof {
                // The password has just been typed and isn't asked for again within the hour.
                let (browser, rights) = try await request.giveRight(proof)
                if let ticket = try await site.services.tickets.issue(proof, to: browser) {
                    cookies += request.ticketCookies(ticket, for: id)
                }
                cookies += rights
            }
            if request.visitor.identifier == nil {
                cookies.append(request.cookie(.identity, identifier.text))
            }
            return request.redirect(
                to: form.from.leadingBack(from: "/products/\(id.rawValue)"),
                status: .created,
                cookies: cookies
            )
        } catch MarketError.keyReused(let listed) {
            // A response got lost, and the form was changed since. The listed product is shown, and the form gets a new
            // key for another listing.
            formError.reject(.conflict, texts[.listedAlready])
            formError.listed = listed
            formError.key = String.randomToken()
            return await rejection(formError, reading, images, request)
        } catch let error as MarketError {
            formError.reject(error, images, request.visitor.language, by: site.translator)
            return await rejection(formError, reading, images, request)
        }
    }

    private func list(
        _ reading: FormReading,
        _ images: FormImages,
        by identifier: VendorIdentifier,
        _ key: IdempotencyKey?,
        _ request: PageRequest
    ) async throws -> ListForSale.Outcome {
        let seller = ListForSale.Seller(identifier: identifier, name: reading.form["seller"])
        let vendor = try await site.services.listForSale.authorize(seller, from: request.client)
        let fields = reading.listing
        let listing = ListForSale.Request(
            draft: fields.draft,
            secret: fields.secret,
            uploads: reading.form.images,
            images: images.sources,
            problems: reading.values.amountProblems + fields.problems
                + [ListingRules.check(newPassword: fields.secret), problem(with: seller.name, of: vendor)]
                .compactMap(\.self)
        )
        for _ in 0..<Self.waits {
            do {
                let outcome = try await site.services.idempotency.once(key) {
                    try await site.services.listForSale(listing, by: seller, key: key, from: request.client)
                }
                request.context.logger.listed(outcome)
                return outcome
            } catch MarketError.requestInFlight {
                // A repeated submission is redirected to the product that the first one has listed. Its slot is for
                // others meanwhile.
                reading.form.releaseSlot()
                try await Task.sleep(for: Self.waitingTime)
            }
        }
        throw MarketError.busy
    }

    /// A browser lists under one name, which only an operator changes: another one isn't left out in silence. A new seller
    /// gives it: the “Vendor N” of old apps would be theirs from then on.
    private func problem(with name: String?, of vendor: Vendor?) -> ListingProblem? {
        guard let vendor else {
            do {
                _ = try ListingRules.check(vendorName: name ?? "")
                return nil
            } catch {
                return error
            }
        }
        guard let name, !name.isEmpty,
            (try? ListingRules.check(vendorName: name))?.trimmingSpaces != vendor.name.trimmingSpaces
        else { return nil }
        return ListingProblem(.seller, .otherName(vendor.name))
    }

    private func rejection(
        _ error: FormErrorResponse,
        _ reading: FormReading,
        _ images: FormImages,
        _ request: PageRequest
    ) async -> Response {
        let identifier = VendorIdentifier.random()
        return await request.rejection(error, reading.form, images, listsAs: identifier) { kept, problems in
            ListingFormPage(
                values: reading.values,
                kept: kept,
                problems: problems,
                key: error.key ?? reading.form["key"] ?? String.randomToken(),
                listed: error.listed,
                from: reading.form.from
            )
        }
    }
}
