import MarketModels
import MarketTexts
import Testing

@testable import MarketWeb

struct FormPagesTests {
    private func tags(_ page: some WebPage) -> [Tag] { Tag.all(in: page.html(Samples().site(.english))) }

    private func field(_ name: String, _ tags: [Tag]) -> [String: String] {
        tags.first { $0.attributes["id"] == name }?.attributes ?? [:]
    }

    @Test func aNewListingIsInWonAndAsksForEverything() {
        let tags = tags(ListingFormPage(key: "k1"))
        for name in ListingField.allCases { #expect(field(name.rawValue, tags)["name"] == name.rawValue) }
        #expect(tags.first { $0.attributes["value"] == "KRW" }?.attributes["selected"] != nil)
        #expect(tags.first { $0.attributes["name"] == "key" }?.attributes["value"] == "k1")
        #expect(field("form-error", tags)["hidden"] != nil)
        #expect(!tags.contains { $0.attributes["aria-invalid"] != nil })
    }

    @Test func aRefusedFormKeepsWhatWasTypedAndSaysWhatIsWrong() {
        let page = ListingFormPage(
            values: TypedListing(name: "Mug", price: "1,2"),
            kept: [KeptImage(token: "p1", thumbnailURL: "/images/p1.jpg")],
            problems: [
                FormProblem(field: .price, sentence: "The price must be a number."),
                FormProblem(field: .stock, sentence: "The stock is missing."),
            ],
            key: "k1"
        )
        let html = page.html(Samples().site(.english))
        let tags = Tag.all(in: html)
        #expect(field("name", tags)["value"] == "Mug" && field("name", tags)["aria-invalid"] == nil)
        #expect(field("price", tags)["value"] == "1,2" && field("price", tags)["aria-invalid"] == "true")
        #expect(field("price", tags)["autofocus"] != nil && field("stock", tags)["autofocus"] == nil)
        #expect(html.contains("<p class=\"error\" id=\"price-error\">The price must be a number.</p>"))
        #expect(field("form-error", tags)["hidden"] == nil)
        #expect(tags.contains { $0.attributes["data-kept"] == "p1" })
        #expect(tags.contains { $0.attributes["name"] == "kept" && $0.attributes["value"] == "p1" })
        #expect(tags.contains { $0.attributes["name"] == "remove" && $0.attributes["value"] == "p1" })
    }

    @Test func scriptsGetTheServersLimitsWithThePage() {
        let strip = field("strip", tags(ListingFormPage(key: "k1")))
        #expect(strip["data-most"] == String(ListingRules.maximumImageCount))
        #expect(strip["data-bytes"] == String(ImageLimits.maximumByteCount))
        #expect(strip["data-pixels"] == String(ImageLimits.maximumPixelCount))
    }

    /// On a key press, a browser submits a form with its first button, or not at all if that one is disabled.
    @Test func aKeySendsNothingWithoutScripts() {
        let kept = [KeptImage(token: "p1", thumbnailURL: "/images/p1.jpg")]
        let html = ListingFormPage(kept: kept, key: "k").html(Samples().site(.english))
        let form = Tag.all(in: html).drop { $0.attributes["id"] != "listing-form" }
        let first = form.first { $0.name == "button" }?.attributes
        #expect(first?["type"] == "submit" && first?["disabled"] != nil)
    }

    @Test func lastFieldSendsAndTheOthersLeadOn() {
        let keys = ["name", "price", "discount", "stock", "contact"]
        let new = tags(ListingFormPage(key: "k1"))
        #expect((keys + ["seller"]).allSatisfy { field($0, new)["enterkeyhint"] == "next" })
        #expect(field("password", new)["enterkeyhint"] == "done")
        #expect(field("password", new)["minlength"] == "8")
        let edit = tags(
            EditFormPage(SellerProduct(Samples().product, contact: nil, reservationNote: nil), kept: [], ticket: "t1")
        )
        #expect(keys.dropLast().allSatisfy { field($0, edit)["enterkeyhint"] == "next" })
        #expect(field("contact", edit)["enterkeyhint"] == "done")
    }

    @Test func anEditShowsWhatWasChanged() {
        let product = Samples().product
        var page = EditFormPage(SellerProduct(product, contact: nil, reservationNote: nil), kept: [], ticket: "t1")
        page.values.price = "14000"
        let tags = tags(page)
        #expect(field("name", tags)["class"] == nil)
        #expect(field("price", tags)["class"] == "changed")
        #expect(tags.first { $0.attributes["name"] == "was-price" }?.attributes["value"] == "15000")
        #expect(field("seller", tags).isEmpty && field("password", tags).isEmpty)
        #expect(tags.first { $0.attributes["name"] == "version" }?.attributes["value"] == "4")
        #expect(tags.first { $0.attributes["name"] == "ticket" }?.attributes["value"] == "t1")
        #expect(field("submit", tags)["name"] == nil)
    }

    @Test func aConflictShowsTheNewerValueAsTextAndSaveDoesNotOverwriteIt() {
        let before = TypedListing(Samples().product.listing, seller: Samples().product.vendor.name, contact: nil)
        let theirs = SellerProduct(Samples(words: "Theirs").product, contact: nil, reservationNote: nil)
        var page = EditFormPage(theirs, kept: [], ticket: "t1")
        (page.values, page.base, page.version, page.conflicts) = (before, before, 3, [.name])
        page.values.name = "Mine"
        let html = page.html(Samples().site(.english))
        #expect(html.contains("<td dir=\"auto\">Theirs</td><td dir=\"auto\">Mine</td>"))
        #expect(html.contains("id=\"name-newer\">Current: Theirs</p>"))
        #expect(!html.contains(">15000</td>"))
        let tags = Tag.all(in: html)
        #expect(tags.first { $0.attributes["name"] == "version" }?.attributes["value"] == "3")
        #expect(tags.first { $0.attributes["name"] == "was-name" }?.attributes["value"] == before.name)
        #expect(field("submit", tags)["name"] == "overwrite" && field("submit", tags)["value"] == "4")
        #expect(page.conflictSentence(Samples().site(.english)).contains("Theirs"))
    }

    @Test func aListingThatIsThereAlreadyIsLinked() {
        let problem = FormProblem(field: nil, sentence: "Listed.")
        let page = ListingFormPage(problems: [problem], key: "k2", listed: .init(rawValue: 7))
        let tags = tags(page)
        #expect(tags.contains { $0.attributes["href"] == "/products/7" })
        #expect(field("form-error", tags)["autofocus"] != nil && field("form-error", tags)["role"] == "alert")
    }

    @Test(
        arguments: zip(
            [ListingField.password, .description, .keptImages, .seller],
            ["password", "descriptions", "images", "seller"]
        )
    )
    func problemsShowBesideTheirFields(_ problem: ListingField, _ name: String) {
        #expect(problem.inForm?.rawValue == name)
        #expect(ListingField.parameters.inForm == nil)
    }
}
