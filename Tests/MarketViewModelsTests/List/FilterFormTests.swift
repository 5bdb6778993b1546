import MarketModels
import MarketTexts
import MarketViewModels
import Testing

struct FilterFormTests {
    @Test func whatIsChosenAndTypedIsTheFilter() {
        var form = FilterForm(.none, currency: .krw)
        #expect(form.filter.isEmpty)
        form[.category] = "cameras"
        form[.condition] = "like_new"
        form[.handover] = "parcel"
        form[.place] = " 서울  연남동 "
        form[.minimumPrice] = "₩5,000"
        form[.maximumPrice] = "10,000원"
        form.turn(.free, on: true)
        form.turn(.sold, on: true)
        form.turn(.sold, on: false)
        let filter = AttributeFilter(
            category: "cameras",
            condition: .likeNew,
            handover: .parcel,
            place: "서울 연남동",
            price: AttributeFilter.PriceRange(currency: .krw, minimum: 5000, maximum: 10_000),
            isFree: true
        )
        #expect(form.problems.isEmpty)
        #expect(form.filter == filter)
        #expect(FilterForm(filter, currency: .usd).filter == filter)
    }

    @Test func pricesCountInTheChosenCurrency() {
        var form = FilterForm(.none, currency: .usd)
        form[.maximumPrice] = "19.99"
        #expect(form.filter.price == AttributeFilter.PriceRange(currency: .usd, maximum: 1999))
        form[.priceCurrency] = "KRW"
        #expect(form.filter.price == nil)
        #expect(form.problems == [.maximumPrice])
    }

    @Test(arguments: [
        (AttributeFilter.Parameter.minimumPrice, "cheap", ListingProblem(.price, .notANumber)),
        (.maximumPrice, "-1", ListingProblem(.price, .negative)),
        (.maximumPrice, "1.5", ListingProblem(.price, .tooPrecise)),
        (.maximumPrice, "$5", ListingProblem(.price, .otherCurrency)),
        (.place, String(repeating: "가", count: 61), ListingProblem(.place, .tooLong(maximum: 60))),
    ])
    func whatCannotBeUsedIsSaid(_ parameter: AttributeFilter.Parameter, _ text: String, _ problem: ListingProblem) {
        var form = FilterForm(.none, currency: .krw)
        form[parameter] = text
        #expect(form.problems == [parameter])
        for language in Language.allCases {
            let sentence = ErrorTexts(language: language).sentence(for: problem)
            #expect(form.problem(with: parameter, in: language) == sentence)
        }
        form[parameter] = ""
        #expect(form.problem(with: parameter, in: .english) == nil)
    }
}
