public import ArgumentParser
public import MarketModels

extension Language: ExpressibleByArgument {}

extension ProductQuery.Sort: ExpressibleByArgument {
    public static var allValueStrings: [String] { allCases.map(\.defaultValueDescription) }

    public init?(argument: String) {
        guard let sort = Self.allCases.first(where: { $0.defaultValueDescription == argument }) else { return nil }
        self = sort
    }

    public var defaultValueDescription: String {
        switch self {
        case .newest: "newest"
        case .cheapest: "cheapest"
        case .mostExpensive: "most-expensive"
        case .bumped: "bumped"
        }
    }
}

extension Product.ID: ExpressibleByArgument {
    public init?(argument: String) {
        guard let number = Int64(argument), number > 0 else { return nil }
        self.init(rawValue: number)
    }
}
