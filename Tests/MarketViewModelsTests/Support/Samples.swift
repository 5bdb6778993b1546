import Foundation
import MarketAPI
import MarketClient
import MarketModels
import MarketTexts
import MarketViewModels

/// Products and errors for tests.
enum Samples {
    static let market = url("https://market.example")
    static let moment = Timestamp(millisecondsSinceEpoch: 1_772_668_800_000)
    static let offline = MarketClientError.unreachable(.notConnected(detail: ""))
    static let lost = MarketClientError.outcomeUnknown(.connectionLost(detail: ""))
    static let gone = refusal(404, .deleted)
    static let wrongSecret = refusal(403, .wrongSecret)
    static let invalidRight = refusal(403, .invalidRight)

    static func url(_ text: String) -> URL {
        guard let url = URL(string: text) else { preconditionFailure("no URL: \(text)") }
        return url
    }

    static func refusal(
        _ status: Int,
        _ code: ErrorCode?,
        reason: String = "HTTP",
        fields: [ErrorResponse.Field] = [],
        retryAfter: Int? = nil,
        current: DetailedProduct? = nil
    ) -> MarketClientError {
        .refused(
            Refusal(
                status: status,
                code: code,
                reason: reason,
                fields: fields,
                retryAfter: retryAfter,
                current: current
            )
        )
    }

    static func id(_ number: Int64) -> Product.ID { Product.ID(rawValue: number) }

    static func pricing(_ price: Int64, off discount: Int64 = 0, _ currency: Currency = .krw) -> Pricing {
        guard let pricing = Pricing(currency: currency, priceMinorUnits: price, discountMinorUnits: discount) else {
            preconditionFailure("no pricing: \(price) − \(discount)")
        }
        return pricing
    }

    static func images(_ numbers: [Int64]) -> [ListedImage] {
        numbers.map {
            ListedImage(
                id: ProductImage.ID(rawValue: $0),
                url: url("https://market.example/images/\($0).jpg"),
                thumbnail: url("https://market.example/thumbs/\($0).jpg")
            )
        }
    }

    static func product(
        _ number: Int64,
        name: String? = nil,
        description: String = "",
        pricing: Pricing? = nil,
        stock: Int64 = 1,
        attributes: ListingAttributes = .none,
        images numbers: [Int64] = [1],
        version: Int64 = 1,
        vendor: Int64 = 7,
        state: ListingState = .open,
        expiresAt: Timestamp? = nil,
        reduction: PriceReduction? = nil
    ) -> DetailedProduct {
        DetailedProduct(
            id: id(number),
            vendor: Vendor(id: Vendor.ID(rawValue: vendor), name: "민수", createdAt: moment),
            listing: Listing(
                name: name ?? "의자 \(number)",
                description: description,
                pricing: pricing ?? Samples.pricing(10_000),
                stock: stock,
                attributes: attributes
            ),
            images: images(numbers),
            thumbnail: url("https://market.example/thumbs/\(numbers.first ?? 0).jpg"),
            registeredAt: moment,
            updatedAt: moment,
            version: version,
            state: state,
            expiresAt: expiresAt,
            reduction: reduction
        )
    }

    /// Returns products of a newest-first list, from one id down to another.
    static func listed(_ ids: ClosedRange<Int64>) -> [ListedProduct] { ids.reversed().map { product($0).listed } }

    static func page(_ ids: ClosedRange<Int64>, of total: Int? = nil, next: String? = nil) -> ProductListResponse {
        ProductListResponse(products: listed(ids), totalCount: total ?? ids.count, nextCursor: next)
    }

    static let nothing = ProductListResponse(products: [], totalCount: 0)

    static func image(_ number: UInt8) -> ImageUpload { .bytes(Data([number])) }
}

extension AppDependencies {
    /// Returns dependencies in Korean and in Seoul, three hours after the samples were listed.
    static func test(_ sleep: SuspendingSleep) -> AppDependencies {
        AppDependencies(
            language: .korean,
            calendar: .seoul,
            now: { Samples.moment.adding(seconds: 3 * 3600) },
            sleep: sleep.sleep
        )
    }

    @MainActor static var test: AppDependencies { .test(SuspendingSleep()) }
}
