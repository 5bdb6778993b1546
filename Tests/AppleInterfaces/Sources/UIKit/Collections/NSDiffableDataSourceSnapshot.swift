import Foundation

public struct NSDiffableDataSourceSnapshot<
    SectionIdentifierType: Hashable & Sendable,
    ItemIdentifierType: Hashable & Sendable
>: Sendable {
    var sectionIdentifiers: [SectionIdentifierType] = []
    private var items: [SectionIdentifierType: [ItemIdentifierType]] = [:]
    package private(set) var reconfigured: Set<ItemIdentifierType> = []

    public init() {}

    public var itemIdentifiers: [ItemIdentifierType] { sectionIdentifiers.flatMap { items[$0] ?? [] } }
    var numberOfSections: Int { sectionIdentifiers.count }

    func itemIdentifiers(inSection identifier: SectionIdentifierType) -> [ItemIdentifierType] {
        items[identifier] ?? []
    }

    public mutating func appendSections(_ identifiers: [SectionIdentifierType]) {
        // UIKit raises an exception for an identifier that is there already.
        precondition(Set(identifiers + sectionIdentifiers).count == identifiers.count + sectionIdentifiers.count)
        sectionIdentifiers += identifiers
    }

    public mutating func appendItems(
        _ identifiers: [ItemIdentifierType],
        toSection sectionIdentifier: SectionIdentifierType? = nil
    ) {
        let known = itemIdentifiers
        precondition(Set(identifiers + known).count == identifiers.count + known.count, "an item is there twice")
        guard let section = sectionIdentifier ?? sectionIdentifiers.last else {
            preconditionFailure("there is no section to append items to")
        }
        items[section, default: []] += identifiers
    }

    /// Moves an item in its section.
    mutating func moveItem(from source: IndexPath, to destination: IndexPath) {
        let section = sectionIdentifiers[source.section]
        guard let item = items[section]?.remove(at: source.item) else { return }
        items[section]?.insert(item, at: destination.item)
    }

    public mutating func reconfigureItems(_ identifiers: [ItemIdentifierType]) { reconfigured.formUnion(identifiers) }
}
