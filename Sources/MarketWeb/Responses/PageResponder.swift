import MarketAPI
import MarketCore
import MarketModels
import MarketServer

/// What the pages of one listener are made with.
struct PageResponder: Sendable {
    let dependencies: ServerDependencies
    let origins: OriginPolicy
    /// Serves pages that are the same for everyone (``PageRequest/cached(route:path:make:)``).
    let cache: CachingResponder

    init(dependencies: ServerDependencies, origins: OriginPolicy) {
        self.dependencies = dependencies
        self.origins = origins
        cache = CachingResponder(dependencies: dependencies, origins: origins)
    }

    var services: MarketServices { dependencies.services }

    /// What gives errors their sentences.
    var translator: ErrorTranslator { ErrorTranslator(contact: services.store.profile.contact) }

    /// The language of pages for clients that name none.
    var language: Language {
        services.store.profile.value(of: .language).flatMap { Language(rawValue: $0) } ?? services.language
    }

    /// Returns the vendor that lists from a browser; nil if it hasn't listed anything.
    func vendor(of visitor: Visitor) async throws -> Vendor? {
        guard let identifier = visitor.identifier else { return nil }
        return try await services.store.vendor(identifiedBy: identifier)
    }
}
