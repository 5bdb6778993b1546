import MarketModels
import Testing

/// What becomes of the form of the settings.
struct TypedProfileTests {
    private let name = ProfileKey(rawValue: "name.en")
    private let contact = ProfileKey(rawValue: "contact")

    @Test func onlyWhatWasChangedInTheFormIsStored() throws {
        let (name, contact) = (try #require(name), try #require(contact))
        let profile = MarketProfile(values: [name: "Market", contact: "new@market.example"])
        // Somebody else has set the contact since the form was opened.
        let typed = TypedProfile([name: .init(seen: "Market", text: " Fair "), contact: .init(seen: "", text: "")])
        let (edits, problems) = typed.edits(of: profile)
        #expect(edits == [name: ProfileEdit(from: "Market", to: "Fair")] && problems.isEmpty)
        #expect(TypedProfile([name: .init(seen: "Market", text: " ")]).edits(of: profile).edits[name]?.new == nil)
        #expect(TypedProfile([name: .init(seen: "Market", text: "Market ")]).edits(of: profile).edits.isEmpty)
    }

    @Test func whatSomebodyElseHasSavedIsNotReplacedWithoutAWord() throws {
        let name = try #require(name)
        let profile = MarketProfile(values: [name: "Fair"])
        for seen in ["", "Market"] {
            for text in ["Bazaar", ""] where text != seen {
                let (edits, problems) = TypedProfile([name: .init(seen: seen, text: text)]).edits(of: profile)
                #expect(edits.isEmpty && problems == [name: .changedMeanwhile], "\(seen), \(text)")
            }
            // Both have typed the same.
            #expect(TypedProfile([name: .init(seen: seen, text: "Fair")]).edits(of: profile).problems.isEmpty)
        }
        let gone = TypedProfile([name: .init(seen: "Market", text: "Bazaar")]).edits(of: .empty)
        #expect(gone.problems == [name: .changedMeanwhile])
    }

    @Test func rulesAndTheSettingsFileComeFirst() throws {
        let (name, contact) = (try #require(name), try #require(contact))
        let profile = MarketProfile(values: [name: "Fixed"], fixedKeys: [name])
        let typed = TypedProfile([name: .init(seen: "", text: "Fair"), contact: .init(seen: "", text: "nobody")])
        let (edits, problems) = typed.edits(of: profile)
        #expect(edits.isEmpty && problems == [name: .definedBySettings, contact: .rule(.noContact)])
    }
}
