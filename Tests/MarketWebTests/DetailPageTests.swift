import Foundation
import MarketModels
import MarketTexts
import Testing

@testable import MarketWeb

struct DetailPageTests {
    private func tags(hasContact: Bool = true, imageCount: Int = 5) -> [Tag] {
        let product = Samples(imageCount: imageCount).product
        let page = DetailPage(product: product, hasContact: hasContact, now: Samples.now)
        return Tag.all(in: page.html(Samples().site(.english)))
    }

    @Test func sharedLinksShowImageAndPrice() {
        let shared = Dictionary(
            tags().compactMap { tag in tag.attributes["property"].map { ($0, tag.attributes["content"]) } },
            uniquingKeysWith: { first, _ in first }
        )
        #expect(shared["og:image"] == "https://market.example\(DetailPage.shareImagePath)")
        #expect(shared["og:image:type"] == "image/jpeg")
        #expect(shared["og:image:width"] == "1200")
        #expect(shared["og:image:height"] == "630")
        #expect(shared["og:image:alt"] == "머그컵 Mug · ₩12,000")
        #expect(shared["og:title"] == "머그컵 Mug")
        #expect(shared["og:url"] == "https://market.example/products/12")
        #expect(shared["product:price:amount"] == "12000")
        #expect(shared["product:price:currency"] == "KRW")
        #expect(shared["product:availability"] == "in stock")
        #expect(shared["og:description"] == "₩12,000 · In stock: 3 · 머그컵 Mug")
    }

    /// What is shared and what search engines read has the price and the seller's discount, and nothing about what the
    /// price was before.
    @Test func reductionIsSaidOnThePageOnly() throws {
        for language in Language.allCases {
            let product = Samples().product
            let html = DetailPage(product: product, hasContact: true, now: Samples.now)
                .html(Samples().site(language))
            let sentence = ProductTexts(language: language).reduced(Samples.reduction)
            #expect(html.components(separatedBy: sentence).count == 2)
            let parts = html.components(separatedBy: "</head>")
            #expect(parts.count == 2 && parts[0].contains("12000") && !parts[0].contains("14000"))
            #expect(parts[1].contains(sentence))
        }
    }

    @Test func everyImageHasASlideAndADot() {
        let tags = tags()
        #expect(tags.first { $0.attributes["id"] == "gallery" }?.attributes["data-count"] == "5")
        #expect(tags.count { $0.attributes["id"]?.hasPrefix("picture-") == true } == 5)
        #expect(tags.count { $0.attributes["href"]?.hasPrefix("#picture-") == true } == 5)
    }

    /// The first image is requested at once, the others when they come near the viewport. WebP where supported, JPEG
    /// otherwise.
    @Test func slidesOfferWebPInTheSizesOfScreens() {
        let tags = tags()
        let stem = "/images/\(Samples.imageName(0).hexDigits)"
        let source = tags.first { $0.attributes["srcset"] != nil }
        #expect(source?.attributes["type"] == "image/webp")
        #expect(source?.attributes["srcset"] == "\(stem)-400.webp 400w, \(stem)-800.webp 800w, \(stem)-1280.webp 1280w")
        let slides = tags.filter { $0.attributes["decoding"] == "async" }
        #expect(slides.first?.attributes["src"] == "\(stem).jpg")
        #expect(slides.map { $0.attributes["loading"] } == [nil, "lazy", "lazy", "lazy", "lazy"])
    }

    @Test func oneImageNeedsNoDots() {
        #expect(!tags(imageCount: 1).contains { $0.attributes["class"] == "dots" })
        #expect(!tags(imageCount: 0).contains { $0.attributes["id"] == "gallery" })
    }

    /// The text of a printed page, apart from its images.
    @Test func printedPagesHaveTheirAddressAndTheDay() {
        let product = Samples().product
        let html = DetailPage(product: product, hasContact: true, now: Samples.now)
            .html(Samples().site(.korean))
        #expect(html.contains("<p class=\"address\" translate=\"no\">https://market.example/products/12</p>"))
        let title = Tag.all(in: html).first { $0.name == "time" }?.attributes["title"]
        #expect(title == ProductTexts(language: .korean).day(product.registeredAt, in: .seoul))
    }

    @Test func contactIsOnlyLedTo() {
        let button = tags().first { $0.attributes["id"] == "contact-button" }
        #expect(button?.attributes["href"] == "/products/12/contact")
        #expect(!tags(hasContact: false).contains { $0.attributes["id"] == "contact-button" })
    }
}
