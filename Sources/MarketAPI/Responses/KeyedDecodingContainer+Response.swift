import Foundation
import MarketModels

/// Decodes the values of our modules from one JSON object of a response.
extension KeyedDecodingContainer {
    func value<Value: Decodable>(_ key: Key) throws -> Value {
        try decode(Value.self, forKey: key)
    }

    /// Decodes a value, or nil if it is null or missing.
    func optional<Value: Decodable>(_ key: Key) throws -> Value? {
        try decodeIfPresent(Value.self, forKey: key)
    }

    /// Whether the object has a value that isn't null.
    func hasValue(_ key: Key) throws -> Bool {
        try contains(key) && !decodeNil(forKey: key)
    }

    /// Decodes an absolute `http` or `https` URL.
    func link(_ key: Key) throws -> URL {
        guard let url = URL(string: try value(key)), url.scheme == "http" || url.scheme == "https" else {
            throw problem(key, "not a link over HTTP")
        }
        return url
    }

    /// Decodes an RFC 3339 timestamp, the format of the extensions.
    func timestamp(_ key: Key) throws -> Timestamp {
        guard let date = try? Date(try value(key) as String, strategy: .iso8601) else {
            throw problem(key, "not a moment")
        }
        return Timestamp(millisecondsSinceEpoch: Int64((date.timeIntervalSince1970 * 1000).rounded()))
    }

    /// Decodes an amount of a currency. Fractions are read exactly.
    func amount(_ key: Key, in currency: Currency) throws -> Money {
        let number: Decimal = try value(key)
        guard let amount = DecimalAmount("\(number)"), let money = try? Money(amount, in: currency) else {
            throw problem(key, "no amount of its currency")
        }
        return money
    }

    func problem(_ key: Key, _ description: String) -> DecodingError {
        .dataCorruptedError(forKey: key, in: self, debugDescription: description)
    }
}

extension Money {
    /// The amount as a number of a response.
    var decimal: Decimal {
        Decimal(sign: .plus, exponent: -currency.exponent, significand: Decimal(minorUnits))
    }
}

extension Timestamp {
    /// The time as a response has it: RFC 3339 in UTC, to the second.
    package var responseText: String {
        Date(timeIntervalSince1970: Double(millisecondsSinceEpoch) / 1000).formatted(.iso8601)
    }
}
