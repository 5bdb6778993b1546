import MarketModels
import MarketTexts
import MarketWeb
import Testing

struct FormPagesTests {
    private func tags(_ page: some WebPage) -> [Tag] { Tag.all(in: page.html(Samples().site(.english))) }

    private func field(_ name: String, _ tags: [Tag]) -> [String: String] {
        tags.first { $0.attributes["id"] == name }?.attributes ?? [:]
    }

    @Test func aNewListingIsInWonAndAsksForEverything() {
        let tags = tags(ListingFormPage(key: "k1"))
        for name in FormField.allCases { #expect(field(name.rawValue, tags)["name"] == name.rawValue) }
        #expect(tags.first { $0.attributes["value"] == "KRW" }?.attributes["selected"] != nil)
        #expect(tags.first { $0.attributes["name"] == "key" }?.attributes["value"] == "k1")
        #expect(field("form-error", tags)["hidden"] != nil)
        #expect(!tags.contains { $0.attributes["aria-invalid"] != nil })
    }

    @Test func aRefusedFormKeepsWhatWasTypedAndSaysWhatIsWrong() {
        let page = ListingFormPage(
            values: FormValues(name: "Mug", price: "1,2"),
            kept: [KeptPicture(token: "p1", thumbnailURL: "/images/p1.jpg")],
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

    @Test func enterPressesTheButtonThatSavesAndNotOneThatRemoves() {
        let kept = [KeptPicture(token: "p1", thumbnailURL: "/images/p1.jpg")]
        let html = ListingFormPage(kept: kept, key: "k").html(Samples().site(.english))
        let form = Tag.all(in: html).drop { $0.attributes["id"] != "listing-form" }
        #expect(form.first { $0.name == "button" }?.attributes["name"] == nil)
    }

    @Test func anEditShowsWhatWasChanged() {
        let product = Samples().product
        var values = FormValues(of: product, contact: nil)
        values.price = "14000"
        let tags = tags(EditFormPage(product: product, contact: nil, values: values, kept: [], ticket: "t1"))
        #expect(field("name", tags)["class"] == "unchanged")
        #expect(field("price", tags)["class"] == nil && field("price", tags)["data-original"] == "15000")
        #expect(field("seller", tags).isEmpty && field("password", tags).isEmpty)
        #expect(tags.first { $0.attributes["name"] == "version" }?.attributes["value"] == "4")
        #expect(tags.first { $0.attributes["name"] == "ticket" }?.attributes["value"] == "t1")
    }

    @Test func aConflictShowsBoth() {
        let values = FormValues(name: "Mine", price: "15000", discount: "3000", stock: "3", descriptions: "x")
        let page = EditFormPage(
            product: Samples().product,
            contact: nil,
            values: values,
            kept: [],
            ticket: "t1",
            conflict: Samples(words: "Theirs").product
        )
        let html = page.html(Samples().site(.english))
        #expect(html.contains("<td>Theirs</td><td>Mine</td>"))
        #expect(!html.contains("<td>15000</td>"))
    }

    @Test(
        arguments: zip(
            [ListingProblem.Field.secret, .description, .keptPictures, .vendorName],
            ["password", "descriptions", "images", "seller"]
        )
    )
    func problemsShowBesideTheirFields(_ problem: ListingProblem.Field, _ name: String) {
        #expect(FormField(problem)?.rawValue == name)
        #expect(FormField(.parameters) == nil)
    }
}
