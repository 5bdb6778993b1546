import MarketViewModels

/// Passes the changes made by this app to the screens that show products, as long as these exist.
@MainActor
final class ProductChanges {
    private struct Subscription {
        weak var owner: AnyObject?
        let receive: (ProductChange) -> Void
    }

    private var subscriptions: [Subscription] = []

    /// Calls a closure with every change until its owner is released. The closure must not keep the owner.
    func subscribe(_ owner: AnyObject, _ receive: @escaping (ProductChange) -> Void) {
        subscriptions.append(Subscription(owner: owner, receive: receive))
    }

    func send(_ change: ProductChange) {
        subscriptions.removeAll { $0.owner == nil }
        for subscription in subscriptions { subscription.receive(change) }
    }
}
