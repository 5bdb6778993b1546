import Testing

@testable import MarketModels

/// API.md, “Rules for every edition”: page numbers and sizes are brought into range, never refused.
@Suite struct ProductQueryTests {
    @Test func pageNumbersAndSizesAreBroughtIntoRange() {
        #expect(ProductQuery(window: .page(.min), size: .min) == ProductQuery(window: .page(1), size: 1))
        #expect(ProductQuery(window: .page(.max), size: .max) == ProductQuery(window: .page(.max), size: 800))
    }
}
