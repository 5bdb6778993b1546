import MarketModels
import MarketTexts
import Testing

struct AppTextsTests {
    private let korean = AppTexts(language: .korean)
    private let english = AppTexts(language: .english)

    @Test(arguments: AppString.allCases)
    func everyWordIsSaidInBothLanguages(_ word: AppString) {
        #expect(korean[word].unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) }, "\(word)")
        #expect(english[word].unicodeScalars.allSatisfy { $0.value < 0x3000 } && !english[word].isEmpty)
    }

    /// What pages and apps say alike has one text.
    @Test func noTextIsOneOfThePages() {
        func texts(_ text: (Language) -> String) -> [String] { Language.allCases.map(text) }
        let ofPages = Set(InterfaceString.allCases.map { word in texts { InterfaceTexts(language: $0)[word] } })
        for word in AppString.allCases {
            #expect(!ofPages.contains(texts { AppTexts(language: $0)[word] }), "\(word)")
        }
    }

    @Test func noTwoWordsSayTheSame() {
        #expect(Set(AppString.allCases.map { korean[$0] }).count == AppString.allCases.count)
        #expect(Set(AppString.allCases.map { english[$0] }).count == AppString.allCases.count)
    }

    @Test func totalsAreSaid() {
        #expect(korean.total(1234) == "상품 1,234개")
        #expect(korean.total(10_000, isCapped: true) == "상품 10,000개 이상")
        #expect(english.total(1) == "1 product")
        #expect(english.total(0) == "0 products")
        #expect(english.total(10_000, isCapped: true) == "10,000+ products")
    }

    @Test func rowsAreSaidWhole() {
        #expect(
            english.row(name: "Chair", price: "$9", struckPrice: "$10", stock: "In stock: 2", age: "1 day ago")
                == "Chair, $9, was $10, In stock: 2, 1 day ago"
        )
        #expect(
            korean.row(name: "의자", price: "9원", struckPrice: nil, stock: "품절", age: "방금 전")
                == "의자, 9원, 품절, 방금 전"
        )
        #expect(
            english.row(
                name: "Chair",
                price: "$9",
                struckPrice: "$10",
                reduced: "Reduced",
                stock: "In stock: 2",
                age: "1 day ago",
                badge: "Reserved"
            ) == "Chair, Reserved, $9, was $10, Reduced, In stock: 2, 1 day ago"
        )
        let texts = ProductTexts(language: .english)
        let details = texts.details(ListingAttributes(condition: .likeNew, place: "Seoul"))
        #expect(details == "Like new · Seoul")
        #expect(texts.details(ListingAttributes(place: "Seoul")) == "Seoul")
        #expect(texts.details(.none) == nil)
        #expect(
            english.row(name: "Chair", price: "$9", struckPrice: nil, stock: "In stock: 2", age: "1d", details: details)
                == "Chair, $9, In stock: 2, 1d, Like new · Seoul"
        )
    }

    @Test func countsAreSaid() {
        #expect(english.imagesLeftOut(1, maximum: 5) == "You can add up to 5 pictures. 1 was left out.")
        #expect(english.imagesLeftOut(2, maximum: 5) == "You can add up to 5 pictures. 2 were left out.")
        #expect(english.images(1) == "1 picture")
        #expect(english.images(3) == "3 pictures")
        #expect(korean.images(3) == "사진 3장")
        #expect(korean.position(2, of: 5) == "2 / 5")
        #expect(english.characterCount(12, of: 100) == "12 / 100")
    }

    @Test func progressStaysInBounds() {
        #expect(english.progress(0.257) == "25% sent")
        #expect(english.progress(7) == "100% sent")
        #expect(korean.progress(-1) == "0% 보냈어요")
    }
}
