import Foundation
import MarketModels
import MarketTexts
import XCTest
import XCUIAutomation

/// Uses the app as a person does, in English, against the market with sample products at `OPENMARKET_ADDRESS`, by default
/// `http://localhost:8080`.
///
/// They are only type-checked on Linux: nobody has run them yet.
final class MarketUITests: XCTestCase {
    private static let wait: TimeInterval = 20

    @MainActor private var interface: InterfaceTexts { InterfaceTexts(language: .english) }
    @MainActor private var texts: AppTexts { AppTexts(language: .english) }

    /// Launches the app in a market.
    @MainActor private func launch() -> XCUIApplication {
        let address = ProcessInfo.processInfo.environment["OPENMARKET_ADDRESS"] ?? "http://localhost:8080"
        let app = XCUIApplication()
        app.launchArguments = ["-AppleLanguages", "(en)", "-openmarket.address", address]
        app.launch()
        XCTAssertTrue(app.cells.element(boundBy: 3).waitForExistence(timeout: Self.wait))
        return app
    }

    /// Waits until a condition holds, and fails with what was waited for.
    @MainActor private func wait(for what: String, _ condition: () -> Bool) {
        let end = Date(timeIntervalSinceNow: Self.wait)
        while !condition(), Date() < end { RunLoop.current.run(until: Date(timeIntervalSinceNow: 0.1)) }
        XCTAssertTrue(condition(), what)
    }

    @MainActor private func tap(_ element: XCUIElement) {
        XCTAssertTrue(element.waitForExistence(timeout: Self.wait), "\(element)")
        element.tap()
    }

    /// Opens the form of a new listing and chooses the first pictures of the library.
    @MainActor private func startListing(_ app: XCUIApplication, pictures: Int) {
        tap(app.buttons[interface[.newListing]])
        wait(for: "the form") { self.addButton(app) != nil }
        addButton(app)?.tap()
        tap(app.buttons[texts[.pictureLibrary]])
        // The library's own labels.
        func library() -> [XCUIElement] { app.images.allElementsBoundByIndex.filter { $0.label.hasPrefix("Photo") } }
        wait(for: "the library") { library().count >= pictures }
        for picture in library().prefix(pictures) { picture.tap() }
        tap(app.buttons["Add"])
        let count = "\(pictures) / \(ListingRules.maximumImageCount)"
        wait(for: "the pictures") { self.addButton(app)?.value as? String == count }
    }

    /// The cell of the form that adds pictures, with their number.
    @MainActor private func addButton(_ app: XCUIApplication) -> XCUIElement? {
        app.buttons.allElementsBoundByIndex.first { $0.label.hasPrefix(interface[.addImages]) }
    }

    @MainActor func testPicturesAreThereAfterScrollingBack() {
        let app = launch()
        let first = app.cells.firstMatch
        let label = first.label
        // It fades in: from then on, it stays the same.
        var before = first.screenshot().pngRepresentation
        wait(for: "the picture") {
            defer { before = first.screenshot().pngRepresentation }
            return before == first.screenshot().pngRepresentation
        }
        for _ in 0..<6 { app.swipeUp() }
        for _ in 0..<7 { app.swipeDown() }
        wait(for: "the first row") { app.cells.firstMatch.label == label }
        wait(for: "the same picture") { app.cells.firstMatch.screenshot().pngRepresentation == before }
    }

    @MainActor func testTogglingTheLayoutTwiceShowsTheSameList() {
        let app = launch()
        let label = app.cells.firstMatch.label
        tap(app.buttons[interface[.gridView]])
        wait(for: "the cards") { app.buttons[self.interface[.listView]].exists && app.cells.firstMatch.label == label }
        tap(app.buttons[interface[.listView]])
        wait(for: "the rows") { app.buttons[self.interface[.gridView]].exists && app.cells.firstMatch.label == label }
    }

    @MainActor func testListingBeginsDuringASearchAndLeadsBackToIt() {
        let app = launch()
        let word = app.cells.firstMatch.label.split(separator: " ").first.map(String.init) ?? ""
        tap(app.searchFields.firstMatch)
        app.searchFields.firstMatch.typeText(word)
        wait(for: "the results") { app.cells.firstMatch.label.contains(word) }
        tap(app.buttons[interface[.newListing]])
        XCTAssertTrue(app.textFields.firstMatch.waitForExistence(timeout: Self.wait))
        tap(app.buttons[interface[.cancel]])
        wait(for: "the results") { app.searchFields.firstMatch.value as? String == word }
    }

    @MainActor func testFivePicturesAreChosenAndNoMore() {
        let app = launch()
        startListing(app, pictures: ListingRules.maximumImageCount)
        addButton(app)?.tap()
        XCTAssertFalse(app.buttons[texts[.pictureLibrary]].exists)
    }

    @MainActor func testReservationIsChangedAndStays() {
        let app = launch()
        let name = "Chair \(UUID().uuidString.prefix(8))"
        startListing(app, pictures: 1)
        for (field, text) in [(interface.label(of: .name), name), (interface.label(of: .price), "35000")] {
            tap(app.textFields[field])
            app.textFields[field].typeText(text)
        }
        tap(app.secureTextFields[interface.label(of: .password)])
        app.secureTextFields[interface.label(of: .password)].typeText("open sesame 41")
        tap(app.textViews.firstMatch)
        app.textViews.firstMatch.typeText("A chair.")
        tap(app.buttons[interface[.submitListing]])
        XCTAssertTrue(app.staticTexts[name].waitForExistence(timeout: Self.wait))
        tap(app.tabBars.firstMatch.buttons[interface[.myListings]])
        tap(app.buttons[interface[.reserve]])
        tap(app.buttons[interface[.changeReservation]])
        let note = app.textFields[interface[.reservationNote]]
        tap(note)
        note.typeText("For Jun")
        tap(app.buttons[interface[.save]])
        XCTAssertTrue(app.buttons[interface[.changeReservation]].waitForExistence(timeout: Self.wait))
        tap(app.buttons[interface[.changeReservation]])
        // The market tells nobody the note; it is kept unless it is removed.
        XCTAssertTrue(app.staticTexts[texts[.keptNote]].waitForExistence(timeout: Self.wait))
    }
}
