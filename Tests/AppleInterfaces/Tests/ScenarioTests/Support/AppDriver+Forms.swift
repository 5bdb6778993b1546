import Foundation
import MarketAPI
import MarketClient
import MarketModels
import PhotosUI
import Testing
import UIKit

@testable import OpenMarket

/// What people do in forms.
extension AppDriver {
    /// Waits for the field with a label.
    func field(_ label: String) async throws -> UITextField {
        func found() -> UITextField? {
            visibleViews.compactMap { $0 as? UITextField }.first { $0.accessibilityLabel == label }
        }
        try await wait("a field named “\(label)”") { found() != nil }
        return try #require(found())
    }

    /// Waits for the field of several lines.
    func textView() async throws -> UITextView {
        func found() -> UITextView? { visibleViews.compactMap { $0 as? UITextView }.first }
        try await wait("a text view") { found() != nil }
        return try #require(found())
    }

    var visibleViews: [UIView] { screen?.viewIfLoaded.map { ScreenReader.visible(in: $0) } ?? [] }

    /// Replaces the text of a field, and goes on to wherever the return key leads.
    func type(_ text: String, into label: String) async throws {
        try await field(label).type(text)
        await settle()
    }

    /// Chooses pictures from the photo library, in order.
    func choose(_ pictures: [NSItemProvider]) async throws {
        try await tap("Choose from library")
        let picker = try await screen(PHPickerViewController.self)
        picker.choose(pictures)
        await settle()
    }

    /// The strip of pictures of the form in front.
    func strip() throws -> PictureStripViewController {
        func find(_ screen: UIViewController?) -> PictureStripViewController? {
            guard let screen else { return nil }
            return screen as? PictureStripViewController ?? screen.children.lazy.compactMap { find($0) }.first
        }
        return try #require(find(screen))
    }

    /// The labels of the pictures in the strip, from its beginning.
    var pictureLabels: [String] {
        get throws {
            let cells = try strip().collectionView.visibleCells
            return cells.compactMap { $0 as? FormPictureCell }.compactMap(\.accessibilityLabel)
        }
    }

    /// Fills in what a listing needs besides its pictures.
    func fillIn(name: String, price: String) async throws {
        try await type(name, into: "Name")
        try await type(price, into: "Price")
        try await type("Mina", into: "Your name")
        try await type("open sesame", into: "Password")
        try await textView().type("Two lines\nof text.")
        await settle()
    }
}

/// The ways to the forms.
extension AppDriver {
    /// Waits until a controller of a class is in front, and returns it.
    func front<Screen: UIViewController>(_ type: Screen.Type) async throws -> Screen {
        try await wait("\(type)") { self.front is Screen }
        return try #require(front as? Screen)
    }

    func tabs() async throws -> MarketTabsController {
        try await wait("the tabs") { self.window?.rootViewController is MarketTabsController }
        return try #require(window?.rootViewController as? MarketTabsController)
    }

    /// Opens the form of a new listing, which a question may cover.
    func openListingForm() async throws {
        try await tabs().startListing()
    }

    /// Opens the form of a new listing.
    @discardableResult
    func startListing() async throws -> ListingFormViewController {
        try await openListingForm()
        return try await screen(ListingFormViewController.self)
    }

    /// Opens the form for the changes of a product, with its password.
    ///
    /// - Parameter waitsForForm: whether the form comes to the front; otherwise a question covers it.
    func startEditing(_ id: Product.ID, waitsForForm: Bool = true) async throws {
        let tabs = try await tabs()
        EditFlow(id, session: tabs.session).start(from: tabs)
        try await type("open sesame", into: "Password")
        try await tap("Continue")
        if waitsForForm { _ = try await screen(EditViewController.self) }
    }
}

extension AppDriver {
    /// The keyboard of the field with a label.
    func keyboard(of label: String) -> UIKeyboardType? {
        visibleViews.compactMap { $0 as? UITextField }.first { $0.accessibilityLabel == label }?.keyboardType
    }
}

/// The user's own listings, without going through the form.
extension AppDriver {
    /// Lists a product of the user.
    ///
    /// - Parameter kept: the password that the device keeps; another one than the product's is out of date.
    func listOwn(_ name: String, keeping kept: String = "open sesame") async throws -> DetailedProduct {
        let session = try await tabs().session
        let product = try await session.client.list(
            NewListing(
                draft: ProductDraft(name: name, price: DecimalAmount(35_000), currency: .krw, stock: DecimalAmount(1)),
                images: [.bytes(TestPicture.png())],
                secret: "open sesame",
                vendorName: "Jun"
            ),
            key: UUID(),
            progress: { _ in }
        )
        try await KeychainIdentityStore().save(kept, of: product.id, in: session.address)
        return product
    }
}
