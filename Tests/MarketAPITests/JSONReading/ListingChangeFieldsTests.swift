import MarketModels
import Testing

@testable import MarketAPI

/// The JSON of a PATCH (API.md, “training” and “Extensions”), and of the calls that take only a secret.
@Suite struct ListingChangeFieldsTests {
    private func read(_ text: String) throws -> ListingChangeFields {
        let document = readJSON([Array(text.utf8)[...]], keeping: ListingChangeFields.keys).document
        guard case .object(let values) = document else { throw JSONReadingError.empty }
        return ListingChangeFields(values)
    }

    @Test func aSecretAloneChangesNothing() throws {
        let fields = try read(#"{"secret":"s"}"#)
        #expect(fields.patch.isEmpty)
        #expect(fields.secret == "s")
        #expect(fields.images == nil)
    }

    @Test func anEmptyTextIsNotGivenWhereANumberBelongs() throws {
        let fields = try read(
            #"{"price":"","discounted_price":"","stock":" ","currency":"","thumbnail_id":"","secret":"s"}"#
        )
        #expect(fields.patch.isEmpty)
        #expect(fields.problems == [])
    }

    @Test func anEmptyNameAndAnEmptyContactAreGiven() throws {
        #expect(try read(#"{"name":"","contact":""}"#).patch == ProductPatch(name: "", contact: ""))
    }

    @Test(arguments: ["12", #""12""#, "12.0", #"" 12 ""#, "Optional(12)", #""Optional(12)""#])
    func thumbnails(text: String) throws {
        let patch = ProductPatch(thumbnail: ProductImage.ID(rawValue: 12))
        #expect(try read(#"{"thumbnail_id":\#(text)}"#).patch == patch)
        #expect(try read(#"{"thumbnailId":\#(text)}"#).patch == patch)
    }

    @Test(
        arguments: [
            ("1.5", .unknownImage), ("99999999999999999999", .unknownImage), (#""x""#, .notANumber),
            (#""nil1""#, .notANumber), ("true", .wrongKind), ("[1]", .wrongKind),
        ] as [(String, ListingProblem.Reason)]
    )
    func whatIsNoThumbnail(text: String, reason: ListingProblem.Reason) throws {
        #expect(try read(#"{"thumbnail_id":\#(text)}"#).problems == [ListingProblem(.thumbnail, reason)])
    }

    @Test func imagesToKeep() throws {
        #expect(try read(#"{"image_ids":[3,"1",2.0]}"#).images?.map(\.rawValue) == [3, 1, 2])
        #expect(try read(#"{"image_ids":[]}"#).images == [])
        #expect(try read(#"{"image_ids":null}"#).images == nil)
        #expect(try read(#"{"image_ids":[1,"x",{}]}"#).problems == [ListingProblem(.keptImages, .notANumber)])
        #expect(try read(#"{"image_ids":[null]}"#).problems == [ListingProblem(.keptImages, .wrongKind)])
        #expect(try read(#"{"image_ids":"1"}"#).problems == [ListingProblem(.keptImages, .wrongKind)])
    }

    @Test func secretsComeInAnObjectOrBare() {
        for text in [#"{"secret":"s"}"#, #""s""#] {
            let document = readJSON([Array(text.utf8)[...]], keeping: SecretFields.keys).document
            #expect(document.map { SecretFields($0).secret } == "s")
        }
        #expect(SecretFields(.object([:])).secret == nil)
        #expect(SecretFields(.object([:])).problem == nil)
        #expect(SecretFields(.bare(.unreadableText)).problem == ListingProblem(.password, .unreadableText))
        #expect(SecretFields(.object(["secret": .object])).problem == ListingProblem(.password, .wrongKind))
    }
}
