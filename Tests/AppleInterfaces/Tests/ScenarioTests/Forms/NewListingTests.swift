import Foundation
import MarketAPI
import MarketClient
import MarketModels
import MarketViewModels
import Testing
import UIKit

@testable import OpenMarket

@MainActor
struct NewListingTests {
    @Test
    func picturesAndTextsAreListedInTheirOrder() async throws {
        try await AppDriver.run { app in
            try await app.startListing()
            let pictures = try (1...3).map {
                try PhotoLibrary.picture(TestPicture.png($0, side: 8 * $0), in: app.market.folder)
            }
            try await app.choose(pictures)
            try await app.wait("three pictures") { (try? app.pictureLabels.count) == 3 }
            #expect(try app.pictureLabels.first == "Pictures, 1 / 3, Cover")
            // The last one becomes the first.
            try app.strip().collectionView.drag(IndexPath(item: 3, section: 0), to: IndexPath(item: 1, section: 0))
            try await app.fillIn(name: "Oak chair", price: "35,000원")
            try await app.tap("List it")
            _ = try await app.screen(ProductViewController.self)

            let listed = try #require(try await app.market.seller.products(ProductListRequest()).products.first)
            let product = try await app.market.seller.product(listed.id)
            #expect(product.listing.name == "Oak chair")
            #expect(product.listing.pricing.price.minorUnits == 35_000)
            #expect(product.listing.description == "Two lines\nof text.")
            #expect(product.vendor.name == "Mina")
            #expect(try await Self.widths(of: product) == [24, 8, 16])
        }
    }

    @Test
    func whatIsMissingIsSaidAtItsFieldAndNothingIsSent() async throws {
        try await AppDriver.run { app in
            let form = try await app.startListing()
            try await app.type("Oak chair", into: "Name")
            try await app.type("a lot", into: "Price")
            #expect(app.shows("9 / 200"))
            try await app.tap("List it")
            try await app.waitFor("Almost there. Check the highlighted fields.")
            #expect(
                form.form.rows.filter { form.model.problem(for: $0.field) != nil }.map(\.field) == [.price, .password]
            )
            for field in [ListingField.images, .price, .password] {
                let sentence = try #require(form.model.problem(for: field))
                #expect(app.shows(sentence), "\(field): \(app.texts)")
            }
            #expect(app.calls.sent.allSatisfy { $0.method != .post })
            #expect(try await app.field("Name").text == "Oak chair")
        }
    }

    @Test
    func shortOrCommonPasswordIsSaidAtItsField() async throws {
        try await AppDriver.run { app in
            try await app.startListing()
            #expect(app.shows("At least 8 characters."))
            try await app.choose([try PhotoLibrary.picture(TestPicture.png(1, side: 8), in: app.market.folder)])
            try await app.fillIn(name: "Oak chair", price: "35000")
            for (password, sentence) in [
                ("1234567", "The password needs at least 8 characters."),
                ("1ㅂ2ㅈ3ㄷ4ㄱ", "The password is one of the first that people guess. Choose another one."),
            ] {
                try await app.type(password, into: "Password")
                try await app.tap("List it")
                try await app.waitFor(sentence)
                #expect(try await app.field("Password").text == password)
            }
            #expect(app.calls.sent.allSatisfy { $0.method != .post })
        }
    }

    @Test
    func returnGoesToTheNextFieldAndOnlyTheButtonSubmits() async throws {
        try await AppDriver.run { app in
            try await app.startListing()
            try await app.type("Oak chair", into: "Name")
            try await app.field("Name").tapReturn()
            await app.settle()
            let price = try await app.field("Price")
            #expect(price.isFirstResponder)
            // A keyboard of digits has no return key.
            let next = try #require((price.inputAccessoryView as? UIToolbar)?.items?.last)
            next.tap()
            #expect(try await app.field("Discount (optional)").isFirstResponder)
            #expect(!app.shows("Almost there"))
        }
    }

    @Test
    func keyboardsFitTheirFields() async throws {
        try await AppDriver.run { app in
            try await app.startListing()
            #expect(try await app.field("Price").keyboardType == .numberPad)
            #expect(try await app.field("Stock").keyboardType == .numberPad)
            #expect(try await app.field("Password").isSecureTextEntry)
            // Dollars have cents.
            try await app.tap("$ USD")
            try await app.wait("a keyboard with a point") { app.keyboard(of: "Price") == .decimalPad }
            try await app.tap("Show")
            #expect(try await !app.field("Password").isSecureTextEntry)
        }
    }

    @Test
    func fieldInUseIsNeverBehindTheKeyboard() async throws {
        try await AppDriver.run { app in
            try await app.startListing()
            let window = try #require(app.window)
            for size in [AppDriver.upright, AppDriver.onItsSide] {
                await app.rotate(to: size)
                for label in ["Name", "Password", "Price", "Your name", "Stock"] {
                    let field = try await app.field(label)
                    window.keyboardHeight = 0
                    field.becomeFirstResponder()
                    await app.settle()
                    window.keyboardHeight = size.height / 2
                    await app.settle()
                    let frame = field.convert(field.bounds, to: nil)
                    #expect(frame.maxY <= size.height / 2, "\(label) at \(frame)")
                    #expect(frame.height > 0)
                }
            }
        }
    }

    @Test
    func whatIsStillBeingComposedIsSent() async throws {
        try await AppDriver.run { app in
            let form = try await app.startListing()
            let name = try await app.field("Name")
            name.type("나무")
            name.compose("의")
            await app.settle()
            #expect(form.model.typed.name == "나무의")
            #expect(name.markedTextRange != nil)
            // Return ends the syllable only.
            name.tapReturn()
            #expect(name.isFirstResponder)
            name.compose("자")
            try await app.tap("List it")
            #expect(form.model.typed.name == "나무의자")
        }
    }

    /// Returns the widths of a product's pictures in pixels.
    private static func widths(of product: DetailedProduct) async throws -> [Int] {
        var widths: [Int] = []
        for image in product.images {
            let response = try await URLSessionTransport().send(ClientRequest(.get, image.url)) { _ in }
            widths.append(try await ImageIODecoder().decode(response.body, fitting: nil).image.image.width)
        }
        return widths
    }
}
