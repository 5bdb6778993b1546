internal import Foundation
internal import MarketCore

/// How a card is sent to a worker, as JSON. The image is sent as a descriptor.
enum ShareCardCoding {
    private struct Texts: Codable {
        var market: String
        var name: String
        var price: String
        var struckPrice: String?
        var soldOut: String?
        var logo: Data?
    }

    static func bytes(of card: ShareCard) -> [UInt8] {
        let texts = Texts(
            market: card.market,
            name: card.name,
            price: card.price,
            struckPrice: card.struckPrice,
            soldOut: card.soldOut,
            logo: card.logo.map { Data($0) }
        )
        return (try? JSONEncoder().encode(texts)).map { [UInt8]($0) } ?? []
    }

    /// - Returns: the card without its image, or nil if the bytes are none that ``bytes(of:)`` returns.
    static func card(from bytes: [UInt8]) -> ShareCard? {
        guard let texts = try? JSONDecoder().decode(Texts.self, from: Data(bytes)) else { return nil }
        return ShareCard(
            market: texts.market,
            name: texts.name,
            price: texts.price,
            struckPrice: texts.struckPrice,
            soldOut: texts.soldOut,
            image: nil,
            logo: texts.logo.map { [UInt8]($0) }
        )
    }
}
