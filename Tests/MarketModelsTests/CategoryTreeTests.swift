import MarketModels
import Testing

/// The categories of a market.
struct CategoryTreeTests {
    private func category(_ number: Int64, in parent: Int64? = nil, isRemoved: Bool = false) -> MarketModels.Category {
        MarketModels.Category(
            id: .init(rawValue: number),
            slug: "c\(number)",
            names: [.korean: "\(number)", .english: "\(number)"],
            parent: parent.map { .init(rawValue: $0) },
            isRemoved: isRemoved
        )
    }

    @Test func removedCategoriesBelongToWhatContainedThem() throws {
        let tree = CategoryTree([
            category(9), category(1), category(2, in: 1), category(3, in: 1, isRemoved: true),
            category(4, isRemoved: true),
            // One that was moved after what it contained was removed, and one that is left in a removed one.
            category(5, in: 1), category(6, in: 5, isRemoved: true), category(7, in: 4),
            category(8, in: 4, isRemoved: true),
        ])
        func ids(_ categories: [MarketModels.Category]) -> [Int64] { categories.map(\.id.rawValue) }
        #expect(ids(tree.categories) == [9, 1, 2, 5, 7])
        #expect(ids(tree.roots) == [9, 1, 7])
        let members: [Int64: [Int64]] = [9: [9], 1: [1, 2, 3, 5, 6], 2: [2], 5: [5, 6], 7: [7]]
        let counts = Dictionary(uniqueKeysWithValues: (1...9).map { (MarketModels.Category.ID(rawValue: $0), Int($0)) })
        for category in tree.categories {
            let number = category.id.rawValue
            #expect(tree.members(of: category).map(\.rawValue) == members[number], "\(number)")
            #expect(tree.total(of: category, in: counts) == members[number]?.reduce(0) { $0 + Int($1) }, "\(number)")
            #expect(ids(tree.children(of: category)) == (number == 1 ? [2, 5] : []), "\(number)")
            #expect(tree.parent(of: category)?.id.rawValue == ([2, 5].contains(number) ? 1 : nil), "\(number)")
        }
    }

    /// Lists ask for the members and the children of every category. When each answer looked through all of them, this took minutes.
    @Test(.timeLimit(.minutes(1))) func thousandsOfCategoriesAreLookedThroughOnce() throws {
        let count: Int64 = 20_000
        let tree = CategoryTree((1...count).map { category($0, in: $0 > count / 2 ? $0 - count / 2 : nil) })
        let counts = Dictionary(uniqueKeysWithValues: tree.categories.map { ($0.id, 1) })
        #expect(tree.roots.count == Int(count / 2))
        #expect(tree.roots.allSatisfy { tree.children(of: $0).count == 1 && tree.total(of: $0, in: counts) == 2 })
        #expect(tree.categories.reduce(0) { $0 + tree.total(of: $1, in: counts) } == Int(count) * 3 / 2)
    }
}
