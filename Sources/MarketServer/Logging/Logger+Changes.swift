package import Logging
package import MarketCore
package import MarketModels

/// What the log says of changes, in the same words whichever way they came.
extension Logger {
    /// A seller has listed a product, or has repeated the request that did.
    package func listed(_ outcome: ListForSale.Outcome) {
        let product = outcome.product
        info(
            outcome.isReplay ? "already listed" : "listed",
            metadata: ["product": "\(product.id.rawValue)", "vendor": "\(product.vendor.id.rawValue)"]
        )
    }

    /// A seller has edited a listing.
    package func edited(_ product: Product) {
        info("edited", metadata: ["product": "\(product.id.rawValue)", "version": "\(product.version)"])
    }

    /// The state of a listing was changed.
    ///
    /// - Parameter isByLink: Whether by somebody who has no more than the seller's link.
    package func changedState(of product: Product, isByLink: Bool = false) {
        var metadata: Metadata = ["product": "\(product.id.rawValue)", "state": "\(product.state.kind.rawValue)"]
        if isByLink { metadata["by"] = "link" }
        info("state changed", metadata: metadata)
    }

    /// A seller has deleted a listing.
    package func deleted(_ product: Product) {
        info("deleted", metadata: ["product": "\(product.id.rawValue)"])
    }

    /// An operator has erased a listing for good.
    package func erased(_ product: Product, by proof: OperatorProof) {
        let vendor = product.vendor.id.rawValue
        changed("product erased", ["product": "\(product.id.rawValue)", "vendor": "\(vendor)"], by: proof)
    }

    /// An operator has done something about a listing.
    package func performed(_ act: ListingAct, on id: Product.ID, by proof: OperatorProof) {
        changed(act.message, ["product": "\(id.rawValue)"], by: proof)
    }

    /// An operator has changed something: `by` is their name, or `operator` for the command line, and `key` the name of a
    /// program's key.
    package func changed(_ message: Message, _ metadata: Metadata = [:], by proof: OperatorProof) {
        var metadata = metadata
        metadata["by"] = "\(proof.name ?? "operator")"
        if let key = proof.key { metadata["key"] = "\(key.name)" }
        notice(message, metadata: metadata)
    }
}

extension ListingAct {
    /// What was done, for the log.
    fileprivate var message: Logger.Message {
        switch self {
        case .hide: "product hidden"
        case .ask: "change asked for"
        case .remove: "product removed"
        case .giveBack: "product given back"
        case .approve: "product approved"
        case .lock: "product locked"
        case .unlock: "product unlocked"
        }
    }
}
