public import ArgumentParser
public import MarketModels

extension Language: ExpressibleByArgument {}

extension Product.ID: ExpressibleByArgument {
    public init?(argument: String) {
        guard let number = Int64(argument), number > 0 else { return nil }
        self.init(rawValue: number)
    }
}
