/// How a price is reduced, before it is known whether it can be.
indirect enum PriceReduction {
    /// The amount off.
    case by(DecimalAmount)
    /// Down to what is to be paid, or otherwise where that may be passed over.
    case to(BargainWish, otherwise: PriceReduction = .by(.zero))
}
