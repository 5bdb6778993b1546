import Foundation
import Hummingbird
import MarketAPI
import MarketCore
import MarketModels

extension MarketRequestContext {
    /// A product's id in the path. An app that prints an optional sends `Optional(32)` (API.md, “training”).
    func productID() throws -> Product.ID {
        var text = segment(.id)[...]
        if text.hasPrefix("Optional("), text.hasSuffix(")") {
            text = text.dropFirst("Optional(".count).dropLast()
        }
        guard let id = Int64(text), id >= 0 else { throw MarketError.unknownProduct }
        return Product.ID(rawValue: id)
    }

    /// A delete token in the path, perhaps in quotes.
    func token(_ parameter: RoutePattern.Parameter) -> String {
        segment(parameter).filter { $0 != "\"" }
    }

    func segment(_ parameter: RoutePattern.Parameter) -> String {
        let raw = coreContext.parameters.get(parameter.rawValue) ?? ""
        return raw.removingPercentEncoding ?? raw
    }
}

extension RouterPath {
    /// A pattern as a path to register.
    static func pattern(_ pattern: RoutePattern) -> RouterPath {
        RouterPath(pattern.rawValue)
    }
}
