import FieldSamples
import MarketModels
import Testing

/// What holds for every attribute because it is declared.
struct DeclaredFieldTests {
    private let draft = ProductDraft(name: "의자", description: "", price: DecimalAmount(0), currency: .krw)

    private func listing(_ attributes: ListingAttributes = .none) throws -> Listing {
        let pricing = try #require(Pricing(currency: .krw, priceMinorUnits: 0, discountMinorUnits: 0))
        return Listing(name: "의자", description: "", pricing: pricing, stock: 0, attributes: attributes)
    }

    @Test func namesAndKeysAreUnique() {
        let fields = ListingField.allCases + [.parameters, .keptImages, .thumbnail]
        #expect(Set(fields.map(\.rawValue)).count == fields.count)
        #expect(Set(fields.map(\.key)).count == fields.count)
        #expect(Set(ListingField.reported) == Set(fields) && ListingField.reported.count == fields.count)
        for field in ListingField.allCases { #expect(ListingField(rawValue: field.rawValue) == field) }
        for field in fields { #expect(ListingField(key: field.key) == field) }
        #expect(ListingField(rawValue: "params") == nil && ListingField(key: "nothing") == nil)
    }

    @Test(arguments: ListingField.attributes)
    func anAttributeIsInEveryForm(_ field: ListingField) {
        #expect(ListingField.allCases.contains(field) && field.isOptional && field.table != nil)
        #expect(field.key == field.rawValue)
        #expect(!field.accepted.isEmpty && field.accepted[0] != field.accepted[1])
    }

    @Test(arguments: ListingField.attributes)
    func whatIsWithinTheBoundsIsAccepted(_ field: ListingField) throws {
        for text in field.accepted {
            var draft = draft
            draft.attributes[field] = text
            let attributes = try ListingRules.check(draft).listing.attributes
            #expect(attributes[field] == text)
            #expect(attributes.given.map(\.field) == [field])
            let patch = ProductPatch(attributes: [field: text])
            #expect(!patch.isEmpty)
            #expect(try ListingRules.apply(patch, to: listing()).attributes == attributes)
            #expect(try ListingRules.apply(patch, to: listing(.all(1))).attributes[field] == text)
            #expect(ListingAttributes(texts: attributes.texts) == attributes)
        }
    }

    @Test(arguments: ListingField.attributes)
    func whatIsOutsideIsReportedAndNothingElse(_ field: ListingField) throws {
        for (text, reason) in field.refused {
            var draft = draft
            draft.attributes[field] = text
            let problem = ListingProblems(ListingProblem(field, reason))
            #expect(throws: problem) { try ListingRules.check(draft) }
            let patch = ProductPatch(attributes: [field: text])
            #expect(throws: problem) { try ListingRules.apply(patch, to: listing(.all(0))) }
        }
    }

    @Test(arguments: ListingField.attributes)
    func anEmptyTextRemovesOnlyThis(_ field: ListingField) throws {
        let before = try listing(.all(0))
        let after = try ListingRules.apply(ProductPatch(attributes: [field: ""]), to: before).attributes
        #expect(after[field].isEmpty && after[value: field] == nil)
        for other in ListingField.attributes where other != field {
            #expect(after[other] == before.attributes[other])
        }
        #expect(try ListingRules.apply(ProductPatch(), to: before) == before)
    }

    @Test(arguments: ListingField.attributes)
    func whatIsTypedIsWhatIsListed(_ field: ListingField) throws {
        var typed = TypedListing()
        #expect(typed[field].isEmpty)
        typed[field] = field.accepted[0]
        #expect(typed != TypedListing() && typed.attributes == [field: field.accepted[0]])
        let shown = TypedListing(try listing(.all(1)), seller: "", contact: nil)
        #expect(shown[field] == ListingAttributes.all(1)[field])
        typed[field] = ""
        #expect(typed == TypedListing())
    }
}
