internal import MarketCore
internal import MarketModels

/// The rowid of a product in `product_search_by_amount`, which orders rows by currency, then by price, then by id.
struct AmountKey {
    static let idBits: Int64 = 29

    let rowID: Int64

    init(rowID: Int64) {
        self.rowID = rowID
    }

    init(_ amount: Money, id: Product.ID) throws {
        guard 0..<(1 << Self.idBits) ~= id.rawValue else {
            throw MarketError.unavailable(
                reason: "product \(id.rawValue) has too high a number to be searched by price"
            )
        }
        rowID = AmountGroup(of: amount).rows.lowerBound | id.rawValue
    }

    var id: Product.ID { Product.ID(rawValue: rowID & (1 << Self.idBits - 1)) }
    var group: AmountGroup { AmountGroup(number: rowID >> Self.idBits) }

    static func rows(in currency: Currency) -> ClosedRange<Int64> {
        AmountGroup.first(of: currency).rows.lowerBound...AmountGroup.last(of: currency).rows.upperBound
    }
}

/// The prices of one currency that ``AmountKey`` can't distinguish. Below 2^19 minor units each price has its own
/// group; above, a group consists of the prices with the same first 19 binary digits.
struct AmountGroup: Hashable {
    private static let bits: Int64 = 24
    private static let exactAmounts: Int64 = 1 << 19

    fileprivate let number: Int64

    fileprivate init(number: Int64) {
        self.number = number
    }

    init(of amount: Money) {
        number = amount.currency.numericCode << Self.bits | Self.code(of: amount.minorUnits)
    }

    fileprivate static func first(of currency: Currency) -> AmountGroup {
        AmountGroup(number: currency.numericCode << bits)
    }

    fileprivate static func last(of currency: Currency) -> AmountGroup {
        AmountGroup(number: currency.numericCode << bits | (1 << bits - 1))
    }

    var rows: ClosedRange<Int64> {
        let first = number << AmountKey.idBits
        return first...(first | (1 << AmountKey.idBits - 1))
    }

    /// Whether all products of the group have the same price.
    var isExact: Bool { number & (1 << Self.bits - 1) < Self.exactAmounts }

    /// Returns the last row before those with an id, or nil if there can be none.
    func rowID(before id: Product.ID) -> Int64? {
        guard id.rawValue > 0 else { return nil }
        return min(rows.lowerBound + (id.rawValue - 1), rows.upperBound)
    }

    private static func code(of amount: Int64) -> Int64 {
        guard amount >= exactAmounts else { return max(0, amount) }
        // Each power of two above has half as many groups as there are exact ones.
        let shift = Int64(Int64.bitWidth - amount.leadingZeroBitCount) - 19
        return exactAmounts + (shift - 1) * (exactAmounts / 2) + (amount >> shift - exactAmounts / 2)
    }
}
