"""What a customer is about to buy. All amounts are in cents."""

SHIPPING = 490
FREE_FROM = 5000


class Basket:
    """Goods by name, and how many of each."""

    def __init__(self):
        self.goods = {}

    def add(self, name, price, count=1):
        """Put goods in; the price is for one of them."""
        if count < 1:
            raise ValueError('the count is at least 1')
        known, _ = self.goods.get(name, (0, price))
        self.goods[name] = (known + count, price)

    def remove(self, name):
        """Take all of these goods out again."""
        if name not in self.goods:
            raise KeyError(name)
        del self.goods[name]

    def goods_total(self):
        """What the goods cost, without shipping."""
        return sum(count * price for count, price in self.goods.values())

    def shipping(self):
        """What it costs to send the goods."""
        if not self.goods or self.goods_total() >= FREE_FROM:
            return 0
        return SHIPPING

    def total(self, voucher=None):
        """What the customer pays."""
        amount = self.goods_total() + self.shipping()
        if voucher is not None:
            amount = voucher.apply(amount)
        return amount
