import DemoProducts
import Foundation
import MarketCommands

/// The sample products, as `Samples/build.py` writes them.
struct DemoCatalogue: Decodable {
    struct Seller: Decodable {
        let key: String
        let name: String
        let identifier: String
    }

    struct Image: Decodable {
        let file: String
    }

    struct Product: Decodable {
        let seller: String
        let name: String
        let description: String
        let currency: String
        /// The price in units of the currency, always a whole number, as text: `12000`, `24.00`.
        let price: String
        /// The discount, as an amount.
        let discount: String
        let stock: Int64
        let contact: String?
        let category: String?
        let condition: String?
        let handover: String?
        let place: String?
        let images: [Image]

        private enum CodingKeys: String, CodingKey {
            case seller, name, description, currency, price, discount, stock, contact
            case category, condition, handover, place
            case images = "pictures"
        }
    }

    /// The password of every sample product, which the README states.
    static let secret = "open-market"

    let sellers: [Seller]
    let products: [Product]

    static func embedded() throws -> DemoCatalogue {
        var count = 0
        let bytes = demo_products_catalogue(&count)
        guard let bytes else { throw CommandFailure("This program was built without sample products.") }
        return try JSONDecoder().decode(DemoCatalogue.self, from: Data(bytes: bytes, count: count))
    }

    static func image(_ file: String) throws -> Data {
        var count = 0
        guard let bytes = demo_products_image(file, &count) else {
            throw CommandFailure("The sample picture \(file) is missing.")
        }
        return Data(bytes: bytes, count: count)
    }

    func seller(_ key: String) throws -> Seller {
        guard let seller = sellers.first(where: { $0.key == key }) else {
            throw CommandFailure("The sample seller \(key) is missing.")
        }
        return seller
    }
}
