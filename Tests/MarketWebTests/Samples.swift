import MarketModels
import MarketTexts

@testable import MarketWeb

/// Every page, with one text wherever user-provided text can appear.
struct Samples {
    static let hostile =
        "</title><script>alert(1)</script>\"'&\u{301} onload=\u{22}\u{301} x='\u{338}{{name}}<\u{338}b>"
    static let now = Timestamp(millisecondsSinceEpoch: 1_795_000_000_000)

    var words = "머그컵 Mug"
    var imageCount = 5
    var csrf: String? = "token"
    var profile = MarketProfile.empty

    static let reduction = PriceReduction(
        lowest: Money(minorUnits: 14_000, currency: .krw),
        reducedAt: now.adding(days: -1)
    )

    var product: Product {
        let images = (0..<imageCount).map { index in
            ProductImage(
                id: .init(rawValue: Int64(index)),
                name: Self.imageName(index),
                width: 1600,
                height: 1200,
                issuedAt: Self.now
            )
        }
        return Product(
            id: .init(rawValue: 12),
            vendor: Vendor(id: .init(rawValue: 7), name: words, createdAt: Self.now.adding(seconds: -9_000_000)),
            listing: Listing(
                name: words,
                description: words,
                pricing: Self.pricing,
                stock: 3,
                attributes: ListingAttributes(condition: .good, handover: .both, place: words, category: "cameras")
            ),
            images: images,
            thumbnail: images.first,
            registeredAt: Self.now.adding(seconds: -10_800),
            updatedAt: Self.now,
            version: 4,
            reduction: Self.reduction
        )
    }

    var summaries: [ProductSummary] {
        (1...3).map { number in
            ProductSummary(
                id: .init(rawValue: Int64(number)),
                vendorID: .init(rawValue: 7),
                vendorName: words,
                name: words,
                pricing: Self.pricing,
                stock: Int64(number - 1),
                thumbnail: number == 3 ? nil : Self.imageName(number),
                registeredAt: Self.now.adding(seconds: -10_800),
                updatedAt: Self.now,
                version: 1,
                reduction: number == 2 ? Self.reduction : nil,
                attributes: ListingAttributes(condition: number == 1 ? .good : nil, place: number == 3 ? "" : words)
            )
        }
    }

    func site(_ language: Language, view: SiteContext.View = .list) -> SiteContext {
        SiteContext(
            language: language,
            view: view,
            origin: "https://market.example",
            calendar: .seoul,
            path: "/?q=\(words)",
            csrf: csrf,
            categories: CategoryTree([
                Category(id: .init(rawValue: 1), slug: "cameras", names: [.korean: words, .english: words])
            ]),
            profile: profile,
            places: [words],
            vendor: .init(rawValue: 7)
        )
    }

    func textPage(_ text: String = "# Wonbi\n\n- [mail](mailto:help@market.example)\n\n> a") -> TextPage {
        TextPage(
            page: MarketPage(
                id: MarketPage.ID(.imprint, in: .korean),
                text: text,
                isPublished: true,
                changedAt: Self.now
            )
        )
    }

    /// A profile with the words wherever an operator can write some. None of them are checked.
    var ownProfile: MarketProfile {
        var values: [ProfileKey: String] = [:]
        for key in ProfileKey.allCases where key.field == .name || key.field == .tagline { values[key] = words }
        for key in ProfileKey.allCases where key.field == .links { values[key] = "FAQ=https://market.example/'<b>" }
        if let contact = ProfileKey(.contact) { values[contact] = "help@market.example" }
        return MarketProfile(values: values, pages: [textPage().page])
    }

    var keptProducts: [(kept: KeptProduct, now: Product?)] {
        [(KeptProduct(id: product.id), product), (KeptProduct(id: Product.ID(rawValue: 13)), nil)]
    }

    /// Complete pages, by name.
    var pages: [(name: String, page: any WebPage)] {
        let query = ListQuery(text: words, sort: .cheapest, inStock: true)
        let values = TypedListing(
            name: words,
            price: words,
            discount: words,
            stock: words,
            seller: words,
            contact: words,
            description: words
        )
        let kept = [KeptImage(token: words, thumbnailURL: "/images/\(words).jpg")]
        let problems =
            ListingField.allCases.map { FormProblem(field: $0, sentence: words) }
            + [FormProblem(field: nil, sentence: words)]
        return [
            ("list", list(summaries)), ("empty", list([])),
            ("search", list(summaries, query)), ("nothing found", list([], query)),
            ("seller", seller(summaries)), ("seller without products", seller([])),
            ("mine", mine(summaries)), ("mine, empty", mine([])),
            ("manage", ManagePage(product: product, note: words, outcomes: outcomes, rules: rules, now: Self.now)),
            (
                "manage, with a link",
                ManagePage(product: product, note: nil, hasLink: true, rules: rules, now: Self.now)
            ),
            ("manage, hidden by the operator", held(endsAt: nil, answer: nil)),
            ("manage, held by reports", held(endsAt: Self.now, answer: words)),
            ("report", ReportPage(subject: .product(product.id), name: words)),
            ("report, too many", ReportPage(subject: .product(product.id), name: words, waitSeconds: 60)),
            (
                "report, refused",
                ReportPage(
                    subject: .vendor(product.vendor.id),
                    name: words,
                    draft: ReportDraft(reason: "illegal", text: words, name: words, mail: words, isInGoodFaith: true),
                    problems: ReportField.allCases.map { .tooLong($0, maximum: 2000) }
                )
            ),
            ("receipt", ReceiptPage(report: report(nil), name: words)),
            (
                "receipt, decided",
                ReceiptPage(report: report(.init(.dismissed, reason: words, decidedAt: Self.now)), name: words)
            ),
            ("receipt, unknown", ReceiptPage(report: nil)),
            (
                "seller's link, made",
                LinkPage(address: "https://market.example/link?token=0123", product: product)
            ),
            ("seller's link", sellerLink(nil)), ("seller's link, refused", sellerLink(.cannotRenew)),
            ("reserve", reserve(nil)), ("reserve, wrong day", reserve(false)), ("reserve, wrong note", reserve(true)),
            ("product", DetailPage(product: product, hasContact: true, isSeller: true, now: Self.now)),
            ("product, bare", bare),
            ("contact", ContactPage(product: product, contact: words)),
            ("no contact", ContactPage(product: product, contact: nil)),
            ("text", textPage()), ("new", ListingFormPage(key: words)),
            ("refused", ListingFormPage(values: values, kept: kept, problems: problems, key: words)),
            (
                "edit",
                EditFormPage(SellerProduct(product, contact: words, reservationNote: nil), kept: kept, ticket: words)
            ),
            ("conflict", conflict(values, kept)),
        ]
            + PasswordPage.Kind.allCases.map {
                ("ask, \($0)", PasswordPage(kind: $0, id: product.id, product: product))
            }
            + [
                ("wrong", PasswordPage(kind: .delete, id: product.id, product: product, isWrong: true)),
                ("confirm", PasswordPage(kind: .delete, id: product.id, product: product, asksPassword: false)),
                ("favorites", KeptPage(kind: .favorites, products: keptProducts, now: Self.now)),
                ("no favorites", KeptPage(kind: .favorites, now: Self.now)),
                ("recent", KeptPage(kind: .recent, now: Self.now)),
                ("device", DevicePage()),
                ("move", MovePage(seller: knownSeller)), ("move, nothing listed", MovePage(seller: nil)),
                ("move link", LinkPage(address: "https://market.example/receive?token=0123")),
                ("receive", ReceivePage(offer: .listings(knownSeller), token: words)),
                ("receive, replacing", replacing),
                (
                    "price tags",
                    PrintPage(kind: .labels, products: [product, bareProduct], goneCount: 2, isCapped: true)
                ),
                ("notices", PrintPage(kind: .notices, products: [product, bareProduct])),
                ("nothing to print", PrintPage(kind: .labels, products: [], goneCount: 1)),
                ("print choice", printChoice(summaries)), ("print choice, empty", printChoice([])),
                ("wait", PasswordPage(kind: .edit, id: product.id, product: product, isWrong: true, waitSeconds: 30)),
            ]
            + MessagePage.Kind.allCases.map { ("message, \($0)", MessagePage(kind: $0)) }
            + [("message with a sentence", MessagePage(kind: .failed, sentence: words))]
            + [("message about a hidden listing", MessagePage(kind: .removed, product: product.id))]
    }

    func list(_ products: [ProductSummary], _ query: ListQuery = ListQuery(), total: Int? = nil) -> ListPage {
        ListPage(page: page(products, total: total), query: query, now: Self.now)
    }

    /// A page of a list, which goes on behind it unless it is empty or has a total.
    func page(_ products: [ProductSummary], total: Int? = nil) -> ProductPage {
        ProductPage(
            products: products,
            totalCount: total ?? products.count,
            nextCursor: products.isEmpty || total != nil ? nil : .afterID(.init(rawValue: 1)),
            revision: .init(rawValue: 1)
        )
    }

    private func seller(_ products: [ProductSummary]) -> SellerPage {
        SellerPage(
            vendor: product.vendor,
            page: page(products),
            number: 2,
            now: Self.now
        )
    }

    /// The desk, with a product in each state.
    private func mine(_ products: [ProductSummary]) -> MinePage {
        guard !products.isEmpty else { return MinePage(content: OwnProducts(), rules: rules, now: Self.now) }
        return MinePage(
            content: OwnProducts(
                products: own,
                counts: [.open: 1, .reserved: 1, .sold: 1, .hidden: 12],
                hasNextPage: true
            ),
            state: .open,
            page: 2,
            outcomes: outcomes,
            rules: rules,
            now: Self.now
        )
    }

    private var rules: LifecycleRules { LifecycleRules(lifetimeDays: 30) }

    private static let lifecycles: [ListingLifecycle] = [
        ListingLifecycle(state: .open, expiresAt: now), ListingLifecycle(state: .reserved(until: now)),
        ListingLifecycle(state: .sold(at: now)), ListingLifecycle(state: .hidden),
        ListingLifecycle(state: .expired(at: now)),
    ]

    private var own: [OwnProduct] {
        Self.lifecycles.enumerated().map { index, lifecycle in
            let summary = ProductSummary(
                id: .init(rawValue: Int64(index + 1)),
                vendorID: .init(rawValue: 7),
                vendorName: words,
                name: words,
                pricing: Self.pricing,
                stock: 1,
                thumbnail: index == 2 ? nil : Self.imageName(index),
                registeredAt: Self.now.adding(days: -30),
                updatedAt: Self.now,
                version: 1,
                state: lifecycle.state
            )
            return OwnProduct(summary, lifecycle: lifecycle, reservationNote: index == 1 ? words : nil)
        }
    }

    private var outcomes: [DeskOutcome] {
        let results: [DeskOutcome.Result] = [.done, .needsPassword, .failed(.bumpedRecently(days: 2)), .gone]
        return DeskAction.allCases.flatMap { action in
            results.map { result in
                let name = result == .gone ? nil : words
                return DeskOutcome(
                    action: action,
                    id: product.id,
                    name: name,
                    lifecycle: Self.lifecycles[1],
                    result: result
                )
            }
        }
    }

    private func held(endsAt: Timestamp?, answer: String?) -> ManagePage {
        let reason = endsAt == nil ? words : nil
        return ManagePage(
            product: product,
            note: nil,
            hold: ListingHold(
                product: product.id,
                kind: endsAt == nil ? .hidden : .reports,
                reason: reason,
                createdAt: Self.now,
                endsAt: endsAt,
                answer: answer
            ),
            rules: rules,
            now: Self.now
        )
    }

    private func report(_ decision: Report.Decision?) -> Report {
        Report(
            id: .init(rawValue: 3),
            subject: .product(product.id),
            vendor: product.vendor.id,
            content: CheckedReport(reason: .scam, text: words, name: words, mail: words),
            createdAt: Self.now,
            decision: decision
        )
    }

    private func sellerLink(_ problem: LifecycleProblem?) -> SellerLinkPage {
        SellerLinkPage(
            product: product,
            token: words,
            actions: problem == nil ? [.renew, .sell] : [.sell],
            problem: problem
        )
    }

    private func reserve(_ isAboutNote: Bool?) -> ReservePage {
        ReservePage(
            products: [(product.id, words)],
            day: words,
            note: words,
            days: "2026-01-01"..."2027-01-01",
            problem: isAboutNote.map { (words, $0) },
            back: "/mine?state=open"
        )
    }

    private var knownSeller: KnownSeller { KnownSeller(name: words, productCount: 12) }

    private var replacing: ReceivePage {
        ReceivePage(offer: .listings(knownSeller), token: words, replaced: .init(id: "7", seller: knownSeller))
    }

    private func printChoice(_ products: [ProductSummary]) -> PrintChoicePage {
        PrintChoicePage(products: products, total: 200, page: 2, hasNextPage: true, isNothingChosen: true)
    }

    private var bareProduct: Product {
        var bare = self
        bare.imageCount = 0
        return bare.product
    }

    private var bare: DetailPage {
        DetailPage(product: bareProduct, hasContact: false, now: Self.now)
    }

    private func conflict(_ values: TypedListing, _ kept: [KeptImage]) -> EditFormPage {
        let theirs = SellerProduct(Samples(words: "Theirs").product, contact: nil, reservationNote: nil)
        var page = EditFormPage(theirs, kept: kept, ticket: words)
        page.values = values
        page.base = TypedListing(product.listing, seller: product.vendor.name, contact: nil)
        page.asksPassword = true
        page.conflicts = [.images, .name, .description]
        return page
    }

    static let pricing = Pricing(currency: .krw, priceMinorUnits: 15_000, discountMinorUnits: 3000).unsafelyUnwrapped

    static func imageName(_ index: Int) -> ImageName {
        ImageName(digest: Array(repeating: UInt8(index), count: 20)).unsafelyUnwrapped
    }
}

extension DetailPage {
    /// The path of the share image in the pages of the tests.
    static let shareImagePath = "/images/share/12-en-00112233445566778899aabbccddeeff.jpg"

    /// Creates the page of a product whose share image doesn't matter.
    init(product: Product, hasContact: Bool, isSeller: Bool = false, now: Timestamp) {
        self.init(
            product: product,
            hasContact: hasContact,
            isSeller: isSeller,
            shareImagePath: Self.shareImagePath,
            now: now
        )
    }
}
